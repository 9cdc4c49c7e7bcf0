"""Unknown and disputed judgements that somebody has taken on, with a reason and a date."""

from datetime import date

from planner.manifest.models import Acceptance, Manifest
from planner.matrix.judgement import Judgement
from planner.vocabulary.verdict import Verdict

DOUBTFUL = (Verdict.UNKNOWN, Verdict.DISPUTED)


def covers(item: Acceptance, environment: str, judgement: Judgement) -> bool:
    """Whether an acceptance means this judgement, by its own id or by that of the dispute behind it."""
    return item.environment == environment and item.judgement in (judgement.id, *judgement.facts)


def taken_on(manifest: Manifest, environment: str, judgement: Judgement, as_of: date) -> Acceptance | None:
    """The acceptance that holds for a doubtful judgement on a date, or nothing."""
    if judgement.verdict not in DOUBTFUL:
        return None
    valid = (item for item in manifest.accept if item.until >= as_of)
    return next((item for item in valid if covers(item, environment, judgement)), None)
