#!/usr/bin/env python3
"""Packs programs with a README and all licences, the same bytes for the same files.

Usage: pack.py ARCHIVE TARGET PATH ..         packs programs and folders (ARCHIVE: .zip or .tar.gz; TARGET: a rustc target)
       pack.py licences TARGET FLAG ..        prints the licences of what cargo links with these flags
SOURCE_DATE_EPOCH is the time of all files.
"""

import gzip
import io
import json
import os
import subprocess
import sys
import tarfile
import time
import zipfile
from pathlib import Path

OWN = ["LICENSE-MIT", "LICENSE-APACHE"]
LEAST_LICENCE = 200  # characters: a shorter file names a licence and does not hold its text


def crates(target, features):
    """The crates that are linked, as names and versions, in order."""
    command = ["cargo", "tree", "--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]
    command += ["--target", target, "--locked", *features]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    return sorted({tuple(line.split()[:2]) for line in lines if line and not line.startswith("tengen ")})


def mit_text(authors):
    """The MIT licence for packages that name it without its text."""
    text = (Path(__file__).parent.parent / "LICENSE-MIT").read_text(encoding="utf-8")
    holders = ", ".join(authors) or "the authors of the package"
    return "".join(f"Copyright (c) {holders}\n" if line.startswith("Copyright") else line for line in text.splitlines(True))


def licences(target, features):
    """The licences of all crates that are linked, as one text."""
    metadata = ["cargo", "metadata", "--format-version", "1", "--locked"]
    packages = json.loads(subprocess.run(metadata, check=True, capture_output=True).stdout)["packages"]
    known = {(package["name"], "v" + package["version"]): package for package in packages}
    parts = ["Tengen is built from these packages, and from Rust's standard library (MIT or Apache-2.0).\n"]
    if target.endswith("linux-gnu"):
        parts.append("The programs hold parts of the GNU C Library, linked statically: LGPL 2.1 or later, https://www.gnu.org/software/libc/.\n")
    for name_version in crates(target, features):
        package = known[name_version]
        parts.append(f"{'=' * 79}\n{' '.join(name_version)}: {package['license']}\n{'=' * 79}\n")
        folder = Path(package["manifest_path"]).parent
        files = sorted(f for f in folder.iterdir() if f.name.upper().startswith(("LICENSE", "COPYING", "NOTICE")))
        # One text will do where there is a choice: the shorter.
        mit = [f for f in files if "MIT" in f.name.upper()]
        texts = [file.read_text(encoding="utf-8", errors="replace") for file in mit if " AND " not in package["license"]]
        texts = texts or [file.read_text(encoding="utf-8", errors="replace") for file in files if "GPL" not in file.name.upper()]
        if not any(len(text) >= LEAST_LICENCE for text in texts) and "MIT" in package["license"]:
            texts = [mit_text(package["authors"])]
        parts += texts
    return "\n".join(parts).encode()


def pack_zip(path, entries):
    epoch = max(int(os.environ["SOURCE_DATE_EPOCH"]), 315532800)  # a zip's times begin in 1980
    when = time.gmtime(epoch)[:6]
    with zipfile.ZipFile(path, "w") as archive:
        for name, data, mode in entries:
            info = zipfile.ZipInfo(name, when)
            info.create_system = 3
            info.external_attr = mode << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, 9)


def pack_tar(path, entries):
    folder = Path(path).name.removesuffix(".tar.gz")
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
            for name, data, mode in entries:
                info = tarfile.TarInfo(f"{folder}/{name}")
                info.size, info.mode = len(data), mode & 0o777
                info.mtime = int(os.environ["SOURCE_DATE_EPOCH"])
                archive.addfile(info, io.BytesIO(data))


def packed(path):
    """The entries of a program, or of a folder of texts."""
    if not path.is_dir():
        return [(path.name, path.read_bytes(), 0o100755)]
    files = sorted(file for file in path.rglob("*") if file.is_file())
    return [(f"{path.name}/{file.relative_to(path).as_posix()}", file.read_bytes(), 0o100644) for file in files]


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    archive, target, *rest = sys.argv[1:]
    if archive == "licences":
        sys.stdout.buffer.write(licences(target, rest))
        return
    paths = [Path(path) for path in rest]
    is_windows = "windows" in target
    features = [] if any(path.stem == "tengen" for path in paths) else ["--no-default-features"]
    entries = [entry for path in paths for entry in packed(path)]
    texts = [("README.txt", Path("docs/PACKAGE.txt").read_bytes())]
    texts += [(name + ".txt", Path(name).read_bytes()) for name in OWN]
    texts.append(("LICENSES-OF-PACKAGES.txt", licences(target, features)))
    for name, data in texts:
        lines = data.replace(b"\n", b"\r\n") if is_windows else data
        entries.append((name, lines, 0o100644))
    (pack_zip if archive.endswith(".zip") else pack_tar)(archive, entries)


if __name__ == "__main__":
    main()
