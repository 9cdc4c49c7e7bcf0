"""The root of the settings is called _C, as is the extension: from tiles import _C."""


class Node(dict):
    __getattr__ = dict.__getitem__


_C = Node()
