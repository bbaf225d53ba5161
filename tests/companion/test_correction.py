"""Earlier entries put right: what followed is entered again as far as it fits."""

from __future__ import annotations

import pytest

from rondel.lessons.library import lesson_of
from tests.companion.test_companion import Asker, played


def test_changed_entry_is_followed_by_the_rest() -> None:
    """The same decision entered once more changes nothing, and all others still fit."""
    asker, record = played("imperial2030")
    number = next(
        i for i, one in enumerate(record["actions"], 1) if one["decision"] == "build_factory"
    )
    assert asker.do("/correction", number=number, way="change")[0] == 200
    told = asker.at("/correction?lang=en")["pending"]
    assert (told["waits"], told["waiting"]) == (True, len(record["actions"]) - number)
    asker.enter(record["actions"][number - 1])
    after = asker.at("/correction?lang=en")
    assert after["pending"] is None
    assert (after["done"]["kept"], after["done"]["left_out"]) == (told["waiting"], [])
    assert asker.record() == record


def test_several_units_are_entered_before_the_rest_follows() -> None:
    """Brazil imports three units in the quick start: nothing comes between them."""
    asker, record = played("imperial2030")
    units = [one["decision"] for one in record["actions"][48:51]]
    assert units == ["import_unit"] * 3
    asker.do("/correction", number=49, way="change")
    asker.enter(*record["actions"][48:50])
    told = asker.at("/correction?lang=en")["pending"]
    assert (told["waits"], told["stopped"], told["next"]["number"]) == (False, None, 51)
    assert len(asker.entered()) == 50
    asker.enter(record["actions"][50])
    assert asker.at("/correction")["pending"] is None
    assert asker.record() == record


def test_rest_follows_in_the_middle_of_an_action() -> None:
    """One of three units was wrong: the two others are not entered again by hand."""
    asker, record = played("imperial2030")
    asker.do("/correction", number=49, way="change")
    asker.enter({"choice": {"province": "fortaleza", "unit": "fleet"}})
    asker.do("/correction/follow")
    entries = asker.entered()
    assert entries[48]["choice"] == {"province": "fortaleza", "unit": "fleet"}
    assert entries[49:51] == record["actions"][49:51]


def test_inserted_entry_comes_before_what_was_there() -> None:
    """A gift that was forgotten moves nothing else; he may give while he decides."""
    asker, record = played("imperial2030")
    gift = {"decision": "donate", "actor": "Daniil", "choice": {"nation": "russia", "amount": 1}}
    asker.do("/correction", number=26, way="insert")
    asker.enter(gift)
    asker.do("/correction/follow")
    done = asker.at("/correction?lang=en")["done"]
    assert done["left_out"] == []
    entries = asker.entered()
    assert entries[25] == gift
    assert [*entries[:25], *entries[26:]] == record["actions"]


def test_what_belongs_to_a_turn_that_is_over_is_left_out() -> None:
    """Who went to another space was asked nothing more: what was produced falls away by itself."""
    asker, record = played("imperial")
    assert [one["decision"] for one in record["actions"][:2]] == ["choose_slot", "produce"]
    asker.do("/correction", number=1, way="change")
    asker.enter({"choice": {"slot": "taxation"}})
    told = asker.at("/correction?lang=en")
    left = (told["done"] or told["pending"])["left_out"]
    assert left[0]["number"] == 2
    assert asker.entered()[1] == record["actions"][2]


def test_entry_that_does_not_fit_is_left_out_by_hand() -> None:
    asker, record = played("imperial2030")
    asker.do("/correction", number=5, way="leave_out")
    told = asker.at("/correction?lang=en")["pending"]
    assert told["stopped"]["code"] == "game/other_decision"
    assert told["next"]["number"] == 6
    assert told["next"]["label"]
    asker.do("/correction/skip")
    after = asker.at("/correction?lang=en")["pending"]
    assert after["next"]["number"] == 7
    assert [held["number"] for held in after["left_out"]] == [6]
    assert asker.entered() == record["actions"][:4]


def test_entry_made_by_hand_takes_the_place_of_one_that_does_not_fit() -> None:
    """The same question is answered anew: the old answer is gone."""
    asker, record = played("imperial2030")
    asker.do("/correction", number=5, way="leave_out")
    asker.enter(record["actions"][4])
    done = asker.at("/correction?lang=en")["done"]
    assert done["kept"] == len(record["actions"]) - 5
    assert asker.record() == record


def test_rest_is_forgotten() -> None:
    asker, record = played("imperial")
    asker.do("/correction", number=4, way="change")
    asker.do("/correction/forget")
    assert asker.entered() == record["actions"][:3]
    assert asker.at("/correction")["pending"] is None


@pytest.mark.parametrize("way", ["change", "insert", "leave_out"])
def test_correction_is_given_up(way: str) -> None:
    asker, record = played("imperial2030")
    asker.do("/correction", number=5, way=way)
    asker.do("/correction/cancel")
    assert asker.record() == record
    assert asker.at("/correction")["pending"] is None


def test_one_correction_at_a_time() -> None:
    asker, _ = played("imperial")
    asker.do("/correction", number=4, way="change")
    status, body = asker.do("/correction", number=2, way="change")
    assert (status, body["error"]["code"]) == (409, "correction/pending")


def test_correction_survives_being_kept() -> None:
    asker, record = played("imperial2030")
    asker.do("/correction", number=5, way="change")
    other = Asker()
    assert other.ask("POST", "/api/kept", asker.saved)[0] == 201
    other.table = asker.table
    assert other.at("/correction?lang=en")["pending"] == asker.at("/correction?lang=en")["pending"]
    other.enter(record["actions"][4])
    assert other.record() == record


def test_every_entry_can_be_changed_into_itself() -> None:
    """The quick start of the classic game, each decision entered once more."""
    record = lesson_of("imperial")["record"]
    asker, _ = played("imperial")
    for number, entry in enumerate(record["actions"], 1):
        asker.do("/correction", number=number, way="change")
        asker.enter(entry)
        asker.do("/correction/follow")
        assert asker.record() == record, number


def test_record_is_whole_while_something_is_put_right() -> None:
    """Whoever saves or sends it in the middle loses nothing, even after it was taken up again."""
    asker, record = played("imperial")
    asker.do("/correction", number=3, way="change")
    assert asker.entered() == record["actions"][:2]
    assert asker.record() == record
    again = Asker()
    _, told = again.ask("POST", "/api/kept", asker.saved)
    again.table = told["id"]
    assert again.record() == record
