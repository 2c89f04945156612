"""LiteLLM's real map, where it is at hand, against counts made here from the raw file alone."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from modelspan.formats import litellm
from modelspan.formats.file import File
from tests.core import readings

REAL, DATED = "litellm_1.110.2_model_prices_and_context_window.json", "model_prices_2026-11-20.json"


def entries() -> dict[str, dict[str, Any]]:
    """The map with numbers as printed."""
    found = json.loads(readings.real(REAL).data, parse_float=str)
    assert isinstance(found, dict)
    return found


def dated() -> Any:
    return readings.sound(litellm.read(File(DATED, readings.real(REAL).data)))


def test_the_real_map_is_accounted_for() -> None:
    whole, reading = entries(), dated()
    tally = reading.tally
    assert (tally.records, tally.failed, tally.problems) == (len(whole), 0, [])
    services = ("search", "vector_store", "guardrail")
    priced = re.compile("cost|pricing")
    models = {
        id_: entry for id_, entry in whole.items()
        if id_ != "sample_spec" and "litellm_provider" in entry and entry.get("mode") not in services
        and not id_.startswith(("fireworks-ai-", "together-ai-")) and not id_.endswith("/container")
        and not id_.startswith("perplexity/preset/")
    }  # fmt: skip
    ends = {id_ for id_, entry in models.items() if "deprecation_date" in entry}
    prices = {id_ for id_, entry in models.items() if any(priced.search(name) for name in entry)}
    named = {id_ for id_, entry in models.items() if "successor_model" in entry} - ends
    kinds = Counter(draft.event.kind.value for draft in reading.drafts)
    assert kinds == {"retirement": len(ends), "price": len(prices), "note": len(named)}
    assert tally.mapped == len(ends | prices | named)
    assert tally.skipped[litellm.AN_ALIAS] == sum(entry.keys() == {"alias_of"} for entry in whole.values())
    assert tally.skipped[litellm.PRICE_CLASS] == sum(
        id_.startswith(("fireworks-ai-", "together-ai-")) for id_ in whole
    )  # fmt: skip


def test_real_ends_are_those_of_the_raw_file() -> None:
    raw = {
        f"retirement|{id_}": (entry["deprecation_date"], "successor_model" in entry)
        for id_, entry in entries().items() if "deprecation_date" in entry and id_ != "sample_spec"
    }  # fmt: skip
    found = readings.by_key(dated())
    assert raw == {
        key: (str(draft.event.when), bool(draft.parties)) for key, draft in found.items() if key.startswith("retire")
    }
    ((_, after),) = found["retirement|azure/gpt-5.1"].parties
    assert (str(found["retirement|azure/gpt-5.1"].event.when), after.id) == ("2027-07-13", "gpt-5.2")
    assert str(found["retirement|azure/gpt-5.2"].event.when) == "2027-06-08"


def test_real_prices_per_token_are_the_raw_ones_times_a_million() -> None:
    found = readings.by_key(dated())
    checked = 0
    for id_, entry in entries().items():
        draft = found.get(f"price|{id_}")
        text = entry.get("input_cost_per_token")
        if draft is None or text is None:
            continue
        plain = draft.event.quantities
        prices = [q for q in plain if q.metric == "input_price" and "," not in q.conditions]
        exact = Decimal(str(text)) * 1_000_000
        assert any(Decimal(q.published) == exact for q in prices), id_
        checked += 1
    assert checked > 3000


def amounts(value: object) -> Iterator[str]:
    """The names under which a raw entry holds amounts in dollars."""
    assert isinstance(value, dict)
    for name, amount in value.items():
        if "dbu" in name or not re.search("cost|pricing", name):
            continue
        if isinstance(amount, dict | list):
            for part in amount if isinstance(amount, list) else [amount]:
                yield from amounts(part)
        else:
            yield name


def test_no_real_amount_is_lost() -> None:
    whole, found = entries(), readings.by_key(dated())
    for key, draft in found.items():
        if not key.startswith("price|"):
            continue
        entry = whole[key.removeprefix("price|")]
        repeated = "input_cost_per_token_cache_hit" in entry
        searches = 1 if "search_context_cost_per_query" in entry else 0
        lowest = len(list(amounts(entry))) - repeated + searches
        assert lowest <= len(draft.event.quantities) <= lowest + 2, key  # searches cost the same or differ by size


def test_a_real_file_full_of_holes_is_read() -> None:
    whole = readings.bare(readings.real(REAL))
    readings.withstands(litellm, DATED, [readings.riddled(whole, seed) for seed in range(2)])
