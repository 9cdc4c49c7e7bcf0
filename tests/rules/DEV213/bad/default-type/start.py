import torch as th

if th.cuda.is_available():
    th.set_default_tensor_type(th.cuda.HalfTensor)  # expect: DEV213


def start():
    th.set_default_tensor_type("torch.cuda.FloatTensor")  # expect: DEV213
    th.set_default_dtype(th.float16)
    return th.zeros(2).type("torch.cuda.LongTensor")  # expect: DEV213
