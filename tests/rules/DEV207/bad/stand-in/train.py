try:
    from torch.cuda.amp import GradScaler
except ImportError:

    class GradScaler:
        """Stands in where torch has none."""

        def __init__(self, enabled=False):
            self.enabled = enabled


scaler = GradScaler(enabled=True)  # expect: DEV207
