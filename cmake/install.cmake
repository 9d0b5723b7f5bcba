# Two ways out: an install tree with the compiled library, or (in a wheel) headers, sources and a package that compiles
# them with the consumer's own compiler.
include(CMakePackageConfigHelpers)

if(YEZI_BUILD_PYTHON)
  install(DIRECTORY cpp/include cpp/src DESTINATION share/yezi/cpp)
  install(FILES cmake/yezi_library.cmake DESTINATION share/cmake/yezi)
  set(_config cmake/yezi-config-sources.cmake.in)
  set(_destination share/cmake/yezi)
else()
  install(TARGETS yezi EXPORT yezi-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(DIRECTORY cpp/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(EXPORT yezi-targets NAMESPACE yezi:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/yezi)
  set(_config cmake/yezi-config.cmake.in)
  set(_destination ${CMAKE_INSTALL_LIBDIR}/cmake/yezi)

  file(RELATIVE_PATH YEZI_PC_ROOT "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  configure_file(cmake/yezi.pc.in ${CMAKE_CURRENT_BINARY_DIR}/yezi.pc @ONLY)
  install(FILES ${CMAKE_CURRENT_BINARY_DIR}/yezi.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()
configure_package_config_file(${_config} ${CMAKE_CURRENT_BINARY_DIR}/yezi-config.cmake INSTALL_DESTINATION ${_destination})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/yezi-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/yezi-config.cmake ${CMAKE_CURRENT_BINARY_DIR}/yezi-config-version.cmake
        DESTINATION ${_destination})
