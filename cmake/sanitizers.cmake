# YEZI_SANITIZE=address,undefined (or thread): the whole build, with assertions and the standard library's own checks.
set(_flags -fsanitize=${YEZI_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
target_compile_options(yezi PUBLIC ${_flags} -UNDEBUG)
target_compile_definitions(yezi PUBLIC _GLIBCXX_ASSERTIONS)
target_link_options(yezi PUBLIC ${_flags})
