# Reads the compiled core: it prints nothing, aborts nothing, throws nothing of its own and keeps no mutable globals.
# Tables that are built once behind a static local's guard are allowed.

execute_process(COMMAND ${NM} -u ${LIBRARY} OUTPUT_VARIABLE undefined COMMAND_ERROR_IS_FATAL ANY)
set(bad "")
foreach(symbol
        __cxa_throw abort exit _exit _Exit quick_exit __assert_fail
        printf fprintf puts fputs putchar fputc putc fwrite write perror vprintf vfprintf __printf_chk __fprintf_chk
        stdout stderr _ZSt4cout _ZSt4cerr _ZSt4clog _ZNSt8ios_base4InitC1Ev _ZNSt8ios_base4InitD1Ev
        getenv setlocale rand srand time)
  if(undefined MATCHES "[ \t]U ${symbol}(@[^\n]*)?\n")
    string(APPEND bad "\n  refers to ${symbol}")
  endif()
endforeach()

execute_process(COMMAND ${OBJDUMP} -t ${LIBRARY} OUTPUT_VARIABLE table COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE ";" "," table "${table}")
string(REPLACE "\n" ";" table "${table}")
set(objects 0)
foreach(line IN LISTS table)
  # address, seven flags, section, size, visibility, name; what stands for a section itself has the flag d
  if(NOT line MATCHES "^[0-9a-f]+ .....[^d]. (\\.[^ \t]+)[ \t]+[0-9a-f]+ (\\.hidden )?([^ ]+)$")
    continue()
  endif()
  math(EXPR objects "${objects} + 1")
  set(section "${CMAKE_MATCH_1}")
  set(name "${CMAKE_MATCH_3}")
  if(NOT section MATCHES "^\\.t?(data|bss)" OR section MATCHES "^\\.data\\.rel\\.ro|DW\\.ref" OR name MATCHES "^_ZGV")
    continue()
  endif()
  string(REGEX REPLACE "^_Z" "_ZGV" guard "${name}")
  if(guard STREQUAL name OR NOT table MATCHES " ${guard};")
    string(APPEND bad "\n  keeps ${name} in ${section}")
  endif()
endforeach()

if(objects EQUAL 0)
  message(FATAL_ERROR "no symbol in the table of ${LIBRARY}: this check cannot read it")
endif()
if(bad)
  message(FATAL_ERROR "${LIBRARY}${bad}")
endif()
message(STATUS "${objects} symbols, no mutable global")
