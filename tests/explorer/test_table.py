"""The table of the explorer: made by a plan, the same from the same seed, and told in pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from rondel.explorer import (
    LEAST,
    LEAST_OF_HOST,
    Plan,
    Played,
    Question,
    SeatOpening,
    Setting,
    Store,
    StoreError,
    Table,
    all_settings,
    bots_table,
    explored,
    openings_of,
    play,
    play_all,
    tabulated,
    written,
)
from rondel.explorer.cells import paths_of
from rondel.explorer.shapes import Explored, LineTold

QUICK = Plan.of("random", "random", "7")
WORLD = Setting("imperial2030", "standard", 4)


# Making ----------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def games() -> list[Played]:
    """One game of every setting."""
    return list(play_all(QUICK, 1, 1))


def test_every_setting_is_played(games: list[Played]) -> None:
    assert [game.setting for game in games] == all_settings()
    assert {(s.game, s.setup) for s in all_settings()} == {
        (game, setup) for game in ("imperial", "imperial2030") for setup in ("standard", "draft")
    }
    assert {s.players for s in all_settings()} == {2, 3, 4, 5, 6}


def test_same_seed_makes_the_same_table(games: list[Played]) -> None:
    made = bots_table()[0]
    again = [play(QUICK, (game.setting, game.number)) for game in games[:3]]
    assert again == games[:3]
    assert written(made, tabulated(QUICK, again)) == written(made, tabulated(QUICK, games[:3]))
    other = play(Plan.of("random", "random", "8"), (WORLD, 1))
    assert other not in games


def test_opener_chooses_and_finisher_plays_on() -> None:
    """Two bankers would take what is best to them in every game: their openings are the same."""
    setting = Setting("imperial2030", "standard", 6)
    best, drawn = Plan.of("banker", "random", "1"), Plan.of("random", "banker", "1")
    assert _first_spaces(best, setting) <= {"factory", "production"}
    assert len(_first_spaces(drawn, setting)) > 2


def test_several_openers_take_turns_seat_by_seat_and_game_by_game() -> None:
    """In each game one of the two draws his opening, and it is not always the same one."""
    setting = Setting("imperial", "standard", 2)
    plans = [Plan.of(names, "banker", "1") for names in ("banker,random", "random,banker")]
    mixed, turned = ([play(plan, (setting, n)).ids for n in (1, 2)] for plan in plans)
    alone = [play(Plan.of("banker", "banker", "1"), (setting, n)).ids for n in (1, 2)]
    assert mixed[0] != turned[0]
    assert alone[0] not in (mixed[0], turned[0])
    assert Plan.of("banker,random", "banker", "1").openers == ["banker", "random"]


def _first_spaces(plan: Plan, setting: Setting) -> set[str]:
    seats = [seat for n in (1, 2, 3) for seat in openings_of(plan, play(plan, (setting, n)))]
    return {spaces[0][0] for seat in seats for spaces in seat.spaces.values()}


def test_games_are_kept_and_gone_on_with(tmp_path: Path, games: list[Played]) -> None:
    path = tmp_path / "games.jsonl"
    store = Store(path, QUICK)
    for game in games[:2]:
        store.add(game)
    with path.open("ab") as file:
        file.write(b'{"half a li')
    assert Store(path, QUICK).games == games[:2]
    with pytest.raises(StoreError, match="another plan"):
        Store(path, Plan.of("random", "random", "8"))
    path.write_text("no games\n")
    with pytest.raises(StoreError, match="no file of such games"):
        Store(path, QUICK)


# The table that is there -----------------------------------------------------------------------


def test_committed_table_knows_every_setting() -> None:
    made, table = bots_table()
    assert set(table.games) == set(all_settings())
    assert set(table.games.values()) == {made["games"]}
    for setting in all_settings():
        rows = {path: cell for path, cell in table.cells(setting).items() if len(path) == 1}
        assert sum(cell.seats >= LEAST for cell in rows.values()) >= 2, setting


@pytest.mark.long
@pytest.mark.parametrize("setting", [WORLD, Setting("imperial", "draft", 3)])
def test_committed_table_tells_of_games_that_can_be_played_again(setting: Setting) -> None:
    """A cell's games are among those of the plan, and did what the cell says."""
    made, table = bots_table()
    plan = Plan(made["opener"], made["finisher"], made["seed"], made["rules_version"])
    path, cell = max(
        ((path, cell) for path, cell in table.cells(setting).items() if len(path) == 3),
        key=lambda item: item[1].seats,
    )
    for number in cell.games[:2]:
        seats = openings_of(plan, play(plan, (setting, number)))
        assert any(path in [one for one, _, _ in paths_of(seat)] for seat in seats)


# Telling ---------------------------------------------------------------------------------------


def lines_of(found: Explored) -> dict[str, LineTold]:
    return {line["step"]: line for group in found["groups"] for line in group["lines"]}


def test_start_tells_every_card_with_its_bonds() -> None:
    found = explored(Question(WORLD))
    assert found["even"] == 0.25
    lines = lines_of(found)
    assert set(lines) == set(WORLD.nations)
    assert lines["china"]["bonds"] == [
        {"nation": "china", "value": 9},
        {"nation": "usa", "value": 2},
    ]
    assert sum(line["seats"] for line in lines.values()) == found["seats"]
    assert found["seats"] == 4 * found["games"]


def test_with_few_players_a_card_brings_others() -> None:
    """R-STD-3: the holder of India also gets USA."""
    india = lines_of(explored(Question(Setting("imperial2030", "standard", 3))))["india"]
    assert [bond["nation"] for bond in india["bonds"]] == ["india", "brazil", "usa", "russia"]


def test_path_leads_to_what_was_chosen_then() -> None:
    found = explored(Question(WORLD, "bots", ("china",)))
    groups = [(group["kind"], group["nation"]) for group in found["groups"]]
    assert ("space", "china") in groups
    assert groups[-1] == ("bond", None)
    deeper = explored(Question(WORLD, "bots", ("china", "china/factory")))
    assert deeper["seats"] == lines_of(found)["china/factory"]["seats"]
    assert all(line["space"] for line in lines_of(deeper).values())


def test_unknown_path_has_no_games() -> None:
    found = explored(Question(WORLD, "bots", ("atlantis",)))
    assert (found["groups"], found["seats"]) == ([], 0)


def test_own_games_are_kept_apart() -> None:
    host = Table()
    for _ in range(LEAST_OF_HOST):
        host.add(WORLD, [_china()])
    bots, own, both = (explored(Question(WORLD, one), host) for one in ("bots", "host", "both"))
    seats = [lines_of(found)["china"]["seats"] for found in (bots, own, both)]
    assert seats == [seats[0], LEAST_OF_HOST, seats[0] + LEAST_OF_HOST]
    assert own["host"] == {"games": LEAST_OF_HOST, "here": LEAST_OF_HOST, "least": LEAST_OF_HOST}
    assert lines_of(own)["china"]["share"] is None


def test_what_too_few_own_games_did_is_not_told() -> None:
    """Not even in the sums of both, from which it could be found out."""
    host = Table()
    for _ in range(LEAST_OF_HOST - 1):
        host.add(WORLD, [_china()])
    assert explored(Question(WORLD, "host"), host)["groups"] == []
    bots, both = (explored(Question(WORLD, one), host) for one in ("bots", "both"))
    assert lines_of(both) == lines_of(bots)


def _china() -> SeatOpening:
    return SeatOpening([("china", 9), ("usa", 2)], "china", ["china"], share=3000)
