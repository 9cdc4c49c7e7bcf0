import os

os.environ["ZE_AFFINITY_MASK"] = "0"  # expect: DST503
os.environ["ASCEND_LAUNCH_BLOCKING"] = "1"  # expect: DST503
