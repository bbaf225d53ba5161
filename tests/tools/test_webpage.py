"""Building the web page."""

import os
from pathlib import Path

import pytest

from tools import webpage
from tools.webpage import Failed

NPM = """#!/bin/sh
echo "npm $*" >> "{calls}"
case "$1" in
  ci) rm -rf node_modules; mkdir node_modules;;
  run) mkdir -p "$5"; echo built > "$5/index.html";;
esac
exit {status}
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with the sources of a page."""
    root = tmp_path / "the checkout"
    source = root / "web" / "src"
    source.mkdir(parents=True)
    (source / "main.ts").write_text("export {};\n")
    (root / "web" / "package-lock.json").write_text("{}\n")
    webpage.served_folder(root).parent.mkdir(parents=True)
    return root


def bring(folder: Path, node: str = "v24.1.0", status: int = 0) -> None:
    """Puts a Node into a folder that is on the path; its npm notes what it is asked."""
    folder.mkdir(exist_ok=True)
    commands = {
        "node": f"#!/bin/sh\necho {node}\n",
        "npm": NPM.format(calls=folder / "calls", status=status),
    }
    for name, script in commands.items():
        (folder / name).write_text(script)
        (folder / name).chmod(0o755)


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of the machine's Node."""
    folder = tmp_path / "tools"
    bring(folder)
    monkeypatch.setenv("PATH", str(folder), prepend=os.pathsep)
    return folder


def calls(tools: Path) -> list[str]:
    """What npm was asked for, without options."""
    text = (tools / "calls").read_text()
    return [" ".join(line.split()[1:3]) for line in text.splitlines()]


def test_the_page_is_built_once_for_each_state_of_its_sources(root: Path, tools: Path) -> None:
    assert webpage.is_stale(root)
    webpage.build(root)
    assert not webpage.is_stale(root)
    assert (webpage.served_folder(root) / "index.html").exists()
    (root / "web" / "src" / "main.ts").write_text("export {}; //\n")
    assert webpage.is_stale(root)
    webpage.build(root)
    assert calls(tools) == ["ci --no-audit", "run build", "run build"]


@pytest.mark.parametrize("change", ["rename", "index.html", "package-lock.json"])
def test_whatever_changes_the_page_makes_it_stale(root: Path, tools: Path, change: str) -> None:
    webpage.build(root)
    if change == "rename":
        (root / "web" / "src" / "main.ts").rename(root / "web" / "src" / "start.ts")
    else:
        (root / "web" / change).write_text("other")
    assert webpage.is_stale(root)


def test_packages_and_tests_do_not_make_it_stale(root: Path, tools: Path) -> None:
    webpage.build(root)
    for name in ("node_modules", "tests"):
        (root / "web" / name).mkdir(exist_ok=True)
        (root / "web" / name / "some.test.ts").touch()
    (root / "web" / "an empty folder").mkdir()
    assert not webpage.is_stale(root)


def test_packages_are_installed_again_when_lock_or_node_change(root: Path, tools: Path) -> None:
    webpage.install(root)
    webpage.install(root)
    assert len(calls(tools)) == 1
    (root / "web" / "package-lock.json").write_text("{ }\n")
    webpage.install(root)
    assert len(calls(tools)) == 2
    bring(tools, "v26.0.0")
    webpage.install(root)
    assert len(calls(tools)) == 3


def test_failed_build_leaves_the_page_before(root: Path, tools: Path) -> None:
    webpage.build(root)
    (root / "web" / "src" / "main.ts").write_text("wrong")
    bring(tools, status=1)
    with pytest.raises(Failed, match=r"web\.log tells why"):
        webpage.build(root)
    assert webpage.is_stale(root)
    assert (webpage.served_folder(root) / "index.html").exists()


def test_interrupted_installation_begins_again(root: Path, tools: Path) -> None:
    bring(tools, status=1)
    with pytest.raises(Failed):
        webpage.install(root)
    bring(tools)
    webpage.install(root)
    assert len(calls(tools)) == 2


@pytest.mark.parametrize("version", ["v22.17.9", "v20.20.2", ""])
def test_old_node_will_not_do(root: Path, tools: Path, version: str) -> None:
    bring(tools, version)
    assert webpage.machine_node() is None
    with pytest.raises(Failed, match=r"no Node 22\.18 or newer"):
        webpage.install(root)


def test_node_of_the_set_up_serves_where_the_machine_has_none(root: Path, tools: Path) -> None:
    bring(tools, "v20.20.2")
    folder = webpage.node_environment(root) / "bin"
    folder.mkdir(parents=True)
    bring(folder, "v24.19.0")
    assert webpage.install(root).folder == folder
    assert calls(folder) == ["ci --no-audit"]


def test_failure_is_one_sentence(
    root: Path, tools: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bring(tools, "v20.20.2")
    monkeypatch.setattr(webpage, "ROOT", root)
    assert webpage.main() == 1
    said = "The web page could not be built: there is no Node 22.18 or newer with npm.\n"
    assert capsys.readouterr().err == said
