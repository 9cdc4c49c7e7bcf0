"""Rule pages are the single source for what a rule says."""

import pytest

from planner.findings.rule import find_rule, parse_page, rule, rule_ids


@pytest.mark.parametrize("id", rule_ids())
def test_a_page_has_the_fixed_shape(id):
    page = rule(id)
    assert page.id == id
    assert page.slug == page.slug.lower()
    assert page.why.endswith((".", "`"))
    assert page.fix.endswith((".", "`"))
    assert page.page.count("```") >= 2 or id.startswith(("RBK", "MAN"))


def test_slugs_are_unique():
    slugs = [rule(id).slug for id in rule_ids()]
    assert len(slugs) == len(set(slugs))


def test_rules_are_found_by_id_and_slug():
    assert find_rule("env101") == find_rule("torch-python") == rule("ENV101")
    assert find_rule("nothing") is None


def test_a_page_without_a_section_is_refused():
    with pytest.raises(ValueError, match="sections"):
        parse_page(
            rule("ENV101")
            .page.join(["---\nid: X\nslug: x\nseverity: error\nconfidence: high\nversion: 1\n---\n", ""])
            .replace("## Fix", "## Mend")
        )
