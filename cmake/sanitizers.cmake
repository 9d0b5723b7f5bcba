# YEZI_SANITIZE=address,undefined (or thread): the whole build, with the standard library's own checks.
set(_flags -fsanitize=${YEZI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
target_compile_options(yezi PUBLIC ${_flags} -D_GLIBCXX_ASSERTIONS -UNDEBUG)
target_link_options(yezi PUBLIC ${_flags})
