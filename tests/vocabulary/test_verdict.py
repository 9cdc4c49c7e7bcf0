from planner.vocabulary.verdict import Verdict, worst


def test_unsupported_is_worse_than_disputed_than_unknown_than_supported():
    assert worst([Verdict.SUPPORTED, Verdict.UNKNOWN]) is Verdict.UNKNOWN
    assert worst([Verdict.UNKNOWN, Verdict.DISPUTED]) is Verdict.DISPUTED
    assert worst([Verdict.DISPUTED, Verdict.UNSUPPORTED, Verdict.SUPPORTED]) is Verdict.UNSUPPORTED


def test_no_data_is_never_a_pass():
    assert worst([]) is Verdict.UNKNOWN
