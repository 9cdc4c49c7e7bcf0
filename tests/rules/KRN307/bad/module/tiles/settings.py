class Node(dict):
    pass


_C = Node()
