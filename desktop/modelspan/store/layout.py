"""What both ways into the file share: its identity and the order of the event columns. No SQL library is imported."""

from __future__ import annotations

APPLICATION_ID = 0x4D53504E  # 'MSPN'
SCHEMA = 1
BUSY_MS = 3000

# The plain columns of `event`, in the order both reading and writing use after `id`.
EVENT_COLUMNS = (
    "key", "dataset_id", "slot", "kind", "subtype", "subject_id", "surface_id", "scope", "ids", "title",
    "when_text", "start_day", "end_day", "start_s", "end_s", "precision", "qualifier", "words", "anchor_key",
    "known_text", "known_start", "known_end", "known_basis", "status", "says_text", "says_start", "says_end",
    "was_text", "was_start", "was_end", "ref_key", "by_id", "evidence", "confidence", "licence", "shown",
    "withdrawn", "note",
)  # fmt: skip
