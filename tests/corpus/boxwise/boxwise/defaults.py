"""What a config file may leave out."""

_C = {
    "MODEL": {"DEVICE": "cuda", "DEPTH": 50},  # expect: DEV201
    "ANCHORS": {"SIZES": [32, 64, 128, 256]},
    "TEST": {"SCORE": 0.05, "NOTE": "times in the table are for one cuda device"},
}
