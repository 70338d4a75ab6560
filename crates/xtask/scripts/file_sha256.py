"""Prints the SHA-256 of a file. Usage: file_sha256.py FILE"""

import hashlib
import sys

CHUNK_BYTES = 1 << 20

digest = hashlib.sha256()
with open(sys.argv[1], "rb") as file:
    while chunk := file.read(CHUNK_BYTES):
        digest.update(chunk)
print(digest.hexdigest())
