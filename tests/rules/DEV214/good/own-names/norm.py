from norms import BatchNorm


def compare(make):
    cudnn_manager = make()
    cudnn_model = BatchNorm(4)
    return cudnn_manager, cudnn_model
