from splats import rasterize


def distance(camera, model, truth):
    image = rasterize(camera, model)
    return (image - truth).abs().mean().double()  # expect: DEV222
