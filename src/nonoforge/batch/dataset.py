"""A data set out of a batch of puzzles that were made.

    dataset/train.jsonl, validation.jsonl, test.jsonl    .nono objects, a line each
    dataset/dataset.json                                 how it was made, and counts
    dataset/LICENCE                                      one line

Of puzzles that are mirror images or rotations of each other the first is kept, and all of them
would be in the same part: the part follows from the key that they share.
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import ExitStack

import msgspec

from nonoforge.batch.folder import Folder
from nonoforge.files import whole_file, write_whole

PARTS = ("train", "validation", "test")


def write_dataset(path: str) -> dict[str, int]:
    """Write the data set of a folder; return the number of puzzles in each part, and of those that
    were left out."""
    folder = Folder(path)
    manifest = folder.manifest()
    assert manifest is not None
    target = os.path.join(path, "dataset")
    os.makedirs(target, exist_ok=True)
    seen: set[bytes] = set()
    counts: Counter[str] = Counter(dict.fromkeys((*PARTS, "duplicates", "errors"), 0))
    with ExitStack() as files:
        out = {part: files.enter_context(whole_file(os.path.join(target, f"{part}.jsonl")))
               for part in PARTS}
        for record in folder.records():
            if record.error or record.puzzle is None:
                counts["errors"] += 1
                continue
            key = bytes.fromhex(record.symmetric)
            if key in seen:
                counts["duplicates"] += 1
                continue
            seen.add(key)
            counts[record.split] += 1
            out[record.split].write(msgspec.json.encode(record.puzzle) + b"\n")
    options = manifest.passes[0].options
    about = {"made_by": f"nonoforge {manifest.version} batch make", "options": options,
             "inputs": manifest.inputs, "seed": manifest.seed, "counts": counts,
             "licence": options["licence"], "split": "80/10/10, by the key that a picture shares "
             "with its mirror images and rotations"}
    text = msgspec.json.format(msgspec.json.encode(about), indent=1)
    write_whole(os.path.join(target, "dataset.json"), text + b"\n")
    write_whole(os.path.join(target, "LICENCE"), f"{options['licence']}\n".encode())
    return dict(counts)
