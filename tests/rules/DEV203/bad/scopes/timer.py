import torch


class Timer:
    api = torch.cuda

    def stop(self):
        self.api.synchronize()  # expect: DEV203

    def cards(self):
        def count():
            from torch import cuda as here

            return here.device_count()  # expect: DEV203

        return count


def many():
    if (count := torch.cuda.device_count()) > 1:  # expect: DEV203
        return count
    wait = lambda: torch.cuda.synchronize()  # noqa: E731  # expect: DEV203
    return wait


async def later(x):
    async with x:
        torch.cuda.synchronize()  # expect: DEV203


if torch.version.cuda == "11.8":
    torch.cuda.init()  # expect: DEV203
