
def start(engine):
    return engine.cuda()  # planner: ignore[DEV202] reason="engine of our own, no tensor" until=2027-03-01
