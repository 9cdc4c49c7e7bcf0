FROM rocm/pytorch:rocm7.2.4_ubuntu24.04_py3.12_pytorch_release_2.10.0 # expect: IMG404
COPY csrc /src
RUN hipcc -O3 -shared -o /norm.so /src/norm.hip  # expect: IMG404
