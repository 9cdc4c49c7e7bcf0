# -*- coding: latin-1 -*-
"""Verschiebt das Netz auf die größere Karte: net.cuda()."""
import torch
ÜBRIG = "größer"


def move(net, größe):
    return net.cuda(), größe  # expect: DEV202
