"""Mail and sockets send and receive; dist.send(x, 1) is not meant."""
import socket
from functools import reduce

from mailer import dist, new_group


class Link:
    def send(self, data, device_ids=None):
        return data, device_ids

    def barrier(self, device_ids):
        return device_ids


def run(link, items, torch):
    # dist.new_group([0, 1])
    peer = socket.socket()
    peer.send(b"dist.recv(x)")
    dist.send(items)
    new_group([0, 1])
    link.barrier(device_ids=[0])
    torch.distributed.send(items, 1)
    return link.send(items, device_ids=[0]), reduce(max, items), "ReduceOp.PREMUL_SUM"
