"""Reads the records of `tengen datagen --features-of` (src/datagen/feature_records.rs says what is in them)."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

SCORE_UNITS = 200.0  # score units a unit of log odds, as in src/score.rs


def stone_codes(tables):
    """What stands in place of a code where a stone is: an own one, the opponent's."""
    codes = tables.shape[1]
    return codes - 2, codes - 1


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

    def games(self):
        """A number for each record that tells games apart."""
        return self.rows["seed"].astype(np.int64) << 16 | self.rows["game"]


def read_head(path: Path) -> tuple[dict, np.ndarray, int]:
    """The board of a file of records, `[color][code][feature]` tables, and where the records begin.

    Raises:
        RecordsError: if the file does not begin like one.
    """
    with open(path, "rb") as file:
        try:
            head = json.loads(file.readline(1000))
            _, codes, features = head["side"], head["codes"], head["features"]
        except (ValueError, KeyError, TypeError) as error:
            raise RecordsError(f"{path} does not begin like a file of records: {error}") from error
        table = np.frombuffer(file.read(2 * codes * features), dtype=np.uint8)
        if table.size != 2 * codes * features:
            raise RecordsError(f"{path} ends within the features of the codes")
        tables = np.zeros((2, codes + 2, features), np.float32)
        tables[:, :codes] = table.reshape(2, codes, features)
        return head, tables, file.tell()


def map_rows(path: Path, start: int, kind: np.dtype) -> np.ndarray:
    """Maps the records from a place of a file on into memory.

    Raises:
        RecordsError: if there are none, or the file ends within one.
    """
    size = path.stat().st_size - start
    if size == 0 or size % kind.itemsize:
        raise RecordsError(f"{path} ends within a record")
    return np.memmap(path, dtype=kind, mode="r", offset=start)


def read(path: Path) -> Records:
    """Maps a file into memory.

    Raises:
        RecordsError: if the file holds no records, or ends within one.
    """
    head, tables, start = read_head(path)
    side = head["side"]
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
    return Records(head["rule"], side, tables, map_rows(path, start, kind))
