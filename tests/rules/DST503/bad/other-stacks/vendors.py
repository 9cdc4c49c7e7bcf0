import os

os.environ["PT_HPU_LAZY_MODE"] = "0"  # expect: DST503
os.environ["NEURON_CC_FLAGS"] = "--model-type transformer"  # expect: DST503
os.environ["NEURON_RT_NUM_CORES"] = "8"  # expect: DST503
os.environ["PYTORCH_ENABLE_MPS_FALLBACK"] = "1"  # expect: DST503
os.environ["ZE_AFFINITY_MASK"] = "0"  # expect: DST503
