"""Reads the records of `tengen datagen --features-of` (src/datagen/feature_records.rs says what is in them)."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SCORE_UNITS = 200.0  # score units a unit of log odds, as in src/score.rs


class RecordsError(Exception):
    """A file holds no records, or too few."""


@dataclass
class Records:
    """The records of one board."""

    rule: int
    side: int
    tables: np.ndarray  # [color][code][feature]: the features of a code; two codes more for stones
    rows: np.ndarray  # structured: seed, game, stones, score, target, result, turn, threats, kind, codes

    @property
    def features(self):
        return self.tables.shape[2]

    @property
    def stone_codes(self):
        """What stands in place of a code where a stone is: an own one, the opponent's."""
        codes = self.tables.shape[1]
        return codes - 2, codes - 1

    def games(self):
        """A number for each record that tells games apart."""
        return self.rows["seed"].astype(np.int64) << 16 | self.rows["game"]


def read(path: Path) -> Records:
    """Maps a file into memory.

    Raises:
        RecordsError: if the file holds no records, or ends within one.
    """
    with open(path, "rb") as file:
        try:
            head = json.loads(file.readline(1000))
            side, codes, features = head["side"], head["codes"], head["features"]
        except (ValueError, KeyError, TypeError) as error:
            raise RecordsError(f"{path} does not begin like a file of records: {error}") from error
        table = np.frombuffer(file.read(2 * codes * features), dtype=np.uint8)
        if table.size != 2 * codes * features:
            raise RecordsError(f"{path} ends within the features of the codes")
        start = file.tell()
    kind = np.dtype(
        [
            ("seed", "<u4"),
            ("game", "<u2"),
            ("stones", "<u2"),
            ("score", "<i2"),
            ("target", "<u2"),
            ("result", "u1"),
            ("turn", "u1"),
            ("threats", "u1"),
            ("kind", "u1"),
            ("codes", "<u2", (2, side * side)),
        ]
    )
    size = path.stat().st_size - start
    if size == 0 or size % kind.itemsize:
        raise RecordsError(f"{path} ends within a record")
    tables = np.zeros((2, codes + 2, features), np.float32)
    tables[:, :codes] = table.reshape(2, codes, features)
    rows = np.memmap(path, dtype=kind, mode="r", offset=start)
    return Records(head["rule"], side, tables, rows)
