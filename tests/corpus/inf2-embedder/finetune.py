"""Fine-tunes the encoder on Trn1 in the XLA way."""

import neuronx_distributed as nxd  # expect: IMG402
import torch
import torch_xla.core.xla_model as xm  # expect: IMG402
from torch import nn


def main():
    torch.distributed.init_process_group("xla")  # expect: DST502
    device = xm.xla_device()  # expect: DEV224
    nxd.parallel_layers.parallel_state.initialize_model_parallel(tensor_model_parallel_size=2)  # expect: DEV224
    net = nn.Linear(384, 384).to(device)
    optimizer = torch.optim.AdamW(net.parameters(), lr=1e-5, foreach=True)  # expect: DEV223
    for _ in range(100):
        loss = net(torch.rand(8, 384).to(device)).square().mean()
        loss.backward()
        xm.reduce_gradients(optimizer)  # expect: DEV224
        optimizer.step()
        optimizer.zero_grad()
        xm.mark_step()  # expect: DEV224
    if torch.distributed.get_rank() == 0:
        torch.save(net.cpu().state_dict(), "encoder.pt")


if __name__ == "__main__":
    main()
