message(STATUS "enable_language(CUDA) comes next")
enable_language(CUDA)  # expect: IMG404
enable_language(HIP)  # expect: IMG404
find_package(hip REQUIRED CONFIG)  # expect: IMG404
