"""How a server says where it is, for people and for programs that start one."""

from __future__ import annotations

BIRDTABLE_AT = "Birdtable is at "
WORKERS_AT = "The workers are at the ports "
