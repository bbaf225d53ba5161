"""Games are kept: each in its own file, whole, and found again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import rondel
from rondel.cli.play.store import Keeper, Store, data_folder
from rondel.records import save


def new_game(seed: int = 1) -> rondel.Game:
    return rondel.Game.new("imperial", players=["ann", "bob"], seed=seed)


def finished() -> rondel.Game:
    game = new_game()
    while not game.over:
        game.play(game.legal_ids()[-1 - len(game) % 2])
    return game


def test_folder_is_the_one_of_the_system(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert data_folder({"RONDEL_DATA": "/x"}, "linux") == Path("/x")
    assert data_folder({"XDG_DATA_HOME": "/y"}, "linux") == Path("/y/rondel")
    assert data_folder({}, "linux") == tmp_path / ".local/share/rondel"
    assert data_folder({}, "darwin") == tmp_path / "Library/Application Support/rondel"
    assert data_folder({"APPDATA": "/z"}, "win32") == Path("/z/rondel")


def test_names_live_in_the_folder_and_paths_where_they_say(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.path_of("evening") == tmp_path / "evening.rondel.json"
    assert store.path_of("sub/evening") == Path("sub/evening")
    assert store.path_of("game.json") == Path("game.json")


def test_each_game_gets_a_file_of_its_own(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert len({store.new_file() for _ in range(5)}) == 5


def test_unfinished_games_are_offered_latest_first(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for age, game in enumerate([new_game(1), new_game(2), finished()]):
        path = store.new_file()
        save(game, path)
        os.utime(path, (1e9 - age, 1e9 - age))
    (tmp_path / "playing" / "empty.rondel.json").touch()
    (tmp_path / "playing" / "strange.rondel.json").write_text("[1]")
    kept = store.unfinished()
    assert [(game.game, game.players, game.entries) for game in kept] == [
        ("imperial", ["ann", "bob"], 0)
    ] * 2
    assert rondel.load(kept[0].path).record() == new_game(1).record()


def test_no_more_than_five_games_are_offered(tmp_path: Path) -> None:
    store = Store(tmp_path)
    for _ in range(7):
        save(new_game(), store.new_file())
    assert len(store.unfinished()) == 5


def test_keeper_writes_one_file_again_and_again(tmp_path: Path) -> None:
    keeper, game = Keeper(Store(tmp_path), None), new_game()
    keeper.keep(game)
    first = keeper.path
    game.play(game.legal_ids()[0])
    keeper.keep(game)
    assert keeper.path == first
    assert first is not None
    assert len(rondel.load(first)) == 1


def test_keeper_gives_way_to_another_program(tmp_path: Path) -> None:
    """Two programs that go on with the same game do not write over each other."""
    store, game = Store(tmp_path), new_game()
    ours = Keeper(store, None)
    ours.keep(game)
    theirs = Keeper(store, ours.path)
    game.play(game.legal_ids()[0])
    theirs.keep(game)
    ours.keep(new_game(9))
    assert ours.path != theirs.path
    assert theirs.path is not None
    assert rondel.load(theirs.path).record() == game.record()


def test_games_are_put_away_only_from_their_own_folder(tmp_path: Path) -> None:
    store, game = Store(tmp_path / "data"), new_game()
    keeper = Keeper(store, None)
    keeper.keep(game)
    moved = keeper.put_away("finished")
    assert moved is not None
    assert moved.parent == tmp_path / "data" / "finished"
    assert rondel.load(moved).record() == game.record()
    elsewhere = Keeper(store, tmp_path / "mine.json")
    elsewhere.keep(game)
    assert elsewhere.put_away("finished") == tmp_path / "mine.json"


def test_saved_games_are_listed_by_name(tmp_path: Path) -> None:
    store = Store(tmp_path)
    save(new_game(), store.path_of("b"))
    save(new_game(), store.path_of("a"))
    store.new_file()
    assert store.saved() == ["a", "b"]
