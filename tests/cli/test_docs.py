"""`rondel docs`: every page of the documentation as a page for browsers, and every link works."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from rondel.cli import main
from tests.pages import ROOT


class Reader(HTMLParser):
    """Finds where a page links to, and where links to it may lead."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.links: list[str] = []
        self.shown: list[str] = []
        self.anchors: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given["href"])
        if tag == "img":
            self.shown.append(given["src"])
        if "id" in given:
            self.anchors.add(given["id"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs") / "site"
    assert main(["docs", str(folder)]) == 0
    return folder


@pytest.mark.long
def test_every_page_is_there_and_in_every_navigation(site: Path) -> None:
    wanted = sorted(path.stem for path in (ROOT / "docs").glob("*.md"))
    assert sorted(path.stem for path in site.glob("*.html")) == wanted
    for page in site.glob("*.html"):
        navigation = page.read_text(encoding="utf-8").split("</nav>")[0]
        assert sorted(re.findall(r'<a href="([\w-]+)\.html"', navigation)) == wanted


def test_links_and_pictures_lead_somewhere(site: Path) -> None:
    pages = {path.name: Reader(path) for path in site.glob("*.html")}
    for name, page in pages.items():
        for link in page.links:
            if not link.startswith("http"):
                target, _, anchor = link.partition("#")
                assert target in ("", *pages), (name, link)
                assert not anchor or anchor in pages[target or name].anchors, (name, link)
        assert [shown for shown in page.shown if not (site / shown).is_file()] == [], name


def test_pages_need_nothing_from_elsewhere(site: Path) -> None:
    for page in site.glob("*.html"):
        assert not re.search(r'(?:src="|url\(|<link )', page.read_text().replace('src="rooms', ""))


def test_tables_and_code_are_written_as_such(site: Path) -> None:
    text = (site / "index.html").read_text(encoding="utf-8")
    assert "<title>Rondel</title>" in text
    assert "<table>" in text
    assert '<code class="language-python">import rondel' in text


@pytest.mark.long
def test_what_is_in_a_folder_is_overwritten_only_if_wanted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "index.html").write_text("mine")
    assert main(["docs", str(tmp_path)]) == 2
    assert "--force" in capsys.readouterr().err
    assert (tmp_path / "index.html").read_text() == "mine"
    assert main(["docs", str(tmp_path), "--force"]) == 0
    assert capsys.readouterr().out == f"{tmp_path / 'index.html'}\n"
    assert (tmp_path / "index.html").read_text() != "mine"


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["docs", str(tmp_path / "file" / "site")]) == 2
    assert str(tmp_path / "file") in capsys.readouterr().err


@pytest.mark.long
def test_without_a_folder_the_pages_are_written_aside_and_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The browser is a program that notes what it is asked for."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    monkeypatch.setattr("rondel.cli.docs.has_screen", lambda _: True)
    assert main(["docs"]) == 0
    first = Path(capsys.readouterr().out.strip())
    assert first.is_relative_to(tmp_path)
    assert opened == [first.as_uri()]
