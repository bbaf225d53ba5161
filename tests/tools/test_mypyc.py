"""Machine code is made as a whole, and file by file where that fails."""

from __future__ import annotations

import shutil
import sysconfig
from pathlib import Path

import pytest
from setuptools import Extension

from tools.mypyc import TRIAL, WHOLE, build_somehow

SOURCE = """
#include <Python.h>
static struct PyModuleDef about = {PyModuleDef_HEAD_INIT, "small", NULL, -1, NULL};
PyMODINIT_FUNC PyInit_small(void) { return PyModule_Create(&about); }
"""

REFUSING = """#!/bin/sh
for argument in "$@"; do
    [ "$argument" = -flto=auto ] && { echo "no -flto here" >&2; exit 1; }
done
exec cc "$@"
"""


@pytest.mark.skipif(shutil.which("cc") is None or not TRIAL, reason="nothing is tried here")
def test_library_that_cannot_be_tried_is_compiled_without_a_trial(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "small.c").write_text(SOURCE, encoding="utf-8")
    build_somehow([Extension("small", [str(tmp_path / "small.c")])], tmp_path)
    told = capfd.readouterr().out
    assert "Compiled without a trial run" in told
    assert "file by file" not in told
    built = tmp_path / "built" / f"small{sysconfig.get_config_var('EXT_SUFFIX')}"
    assert built.stat().st_size > 0


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
def test_linker_that_cannot_see_the_whole_makes_it_file_by_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    source, compiler = tmp_path / "small.c", tmp_path / "refusing"
    source.write_text(SOURCE, encoding="utf-8")
    compiler.write_text(REFUSING, encoding="utf-8")
    compiler.chmod(0o755)
    monkeypatch.setenv("CC", str(compiler))
    monkeypatch.setenv("LDSHARED", f"{compiler} -shared")
    build_somehow([Extension("small", [str(source)])], tmp_path)
    assert WHOLE == ["-flto=auto"]
    assert "file by file" in capfd.readouterr().out
    built = tmp_path / "built" / f"small{sysconfig.get_config_var('EXT_SUFFIX')}"
    assert built.stat().st_size > 0
