#!/usr/bin/env python3
"""Makes the archive of Pepsin that a competition runs: the stripped program, its licences, a smoke test.

    cargo build --release --locked && competition/make_archive.py pepsin.zip

The same program and the same sources give the same bytes. Needs Python 3.9, Cargo, and `strip` of binutils.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# All files in the archive lie in this folder.
FOLDER = "pepsin"

# The smoke test answers these two tasks.
RACE_FREE = "counter-under-one-mutex.c"
RACY = "counter-read-behind-unlock.c"

SMOKE_TEST = f"""#!/bin/sh
# Whether Pepsin runs here: a task with a race and one without are answered.
cd "$(dirname "$0")" || exit 1
expect() {{
    answer=$(./pepsin svcomp --property no-data-race.prp --data-model LP64 "$1" | tail -n 1)
    if [ "$answer" != "SV-COMP verdict: $2" ]; then
        echo "$1: expected $2, got: $answer" >&2
        exit 1
    fi
}}
expect {Path(RACE_FREE).stem}.i true
expect {Path(RACY).stem}.i 'false(no-data-race)'
./pepsin --version
"""

README = """# Pepsin

A verifier for data races of C programs with threads.

    ./pepsin svcomp --property no-data-race.prp --data-model LP64 TASK.i

The last line is `SV-COMP verdict: true`, `false(no-data-race)` or `unknown`; `--witness FILE` writes a witness.
Files that end in `.c` are preprocessed by `cc`, so they need gcc; those that end in `.i` need nothing else.
`./smoketest.sh` tells whether Pepsin runs on a machine.

Pepsin stands under the licence MIT or Apache-2.0 (`LICENSE-MIT`, `LICENSE-APACHE`); `licences/` has those of the libraries in it.
"""


def packages():
    """The packages that are linked into the program, each with its folder."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked"]
    metadata = json.loads(subprocess.check_output(command, cwd=ROOT))
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    found, open_ids = set(), [metadata["resolve"]["root"]]
    while open_ids:
        package = open_ids.pop()
        if package in found:
            continue
        found.add(package)
        for dependency in nodes[package]["deps"]:
            if any(kind["kind"] is None for kind in dependency["dep_kinds"]):
                open_ids.append(dependency["pkg"])
    chosen = [package for package in metadata["packages"] if package["id"] in found]
    return sorted(chosen, key=lambda package: (package["name"], package["version"]))


def licences():
    """The texts of the libraries' licences by file name, and a table of them."""
    files, table = {}, []
    beginnings = ("LICEN", "COPYING", "UNLICENSE", "NOTICE", "COPYRIGHT")
    for package in packages():
        # What has no source is ours.
        if package["source"] is None:
            continue
        folder = Path(package["manifest_path"]).parent
        name = f"{package['name']}-{package['version']}"
        for file in sorted(folder.iterdir()):
            if file.is_file() and file.name.upper().startswith(beginnings):
                files[f"licences/{name}/{file.name}"] = file.read_bytes()
        table.append(f"{name}: {package['license'] or 'see its folder'}\n")
    files["licences/README"] = "".join(table).encode()
    return files


def stripped(program):
    """The program without symbols."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "pepsin"
        subprocess.check_call(["strip", "-o", target, program])
        return target.read_bytes()


def preprocessed(task):
    """A task as the competition gives it: preprocessed; on this machine, so its data model is LP64."""
    command = ["cc", "-m64", "-E", "-P", task]
    return subprocess.check_output(command)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("archive", type=Path, help="the file to write, a .zip")
    default = ROOT / "target" / "release" / "pepsin"
    parser.add_argument("--program", type=Path, default=default, help="the program (default: target/release/pepsin)")
    arguments = parser.parse_args()
    if not arguments.program.is_file():
        sys.exit(f"{arguments.program}: error: There is no such program; `cargo build --release --locked` makes it.")

    subset = ROOT / "sv-benchmarks-subset"
    files = {
        "pepsin": stripped(arguments.program),
        "smoketest.sh": SMOKE_TEST.encode(),
        "README.md": README.encode(),
        "LICENSE-MIT": (ROOT / "LICENSE-MIT").read_bytes(),
        "LICENSE-APACHE": (ROOT / "LICENSE-APACHE").read_bytes(),
        "no-data-race.prp": (subset / "properties" / "no-data-race.prp").read_bytes(),
        **licences(),
    }
    for task in (RACE_FREE, RACY):
        files[f"{Path(task).stem}.i"] = preprocessed(subset / "mutexes" / task)
    executable = {"pepsin", "smoketest.sh"}
    with zipfile.ZipFile(arguments.archive, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            entry = zipfile.ZipInfo(f"{FOLDER}/{name}", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if name in executable else 0o100644) << 16
            archive.writestr(entry, files[name])
    print(f"{arguments.archive}: {len(files)} files, {arguments.archive.stat().st_size} bytes")


if __name__ == "__main__":
    main()
