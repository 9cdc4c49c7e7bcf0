from setuptools import setup

setup(name="mill", packages=["mill"])
