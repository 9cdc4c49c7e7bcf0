import torch
import torch_npu


def moved(group_list):
    if group_list.device.type == "cpu":
        group_list = group_list.npu()  # expect: DEV202
    return group_list
