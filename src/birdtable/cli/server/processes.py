"""Processes of this machine, their memory and processor time, where the system reports them (Linux)."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

PROC = Path("/proc")
LISTENING = "0A"


def resident_mb(pid: int | None) -> float | None:
    """Memory of a process with all its children."""
    if pid is None or not is_reported():
        return None
    return round(sum(resident_kb(each) for each in family(pid)) / 1024, 1)


def cpu_seconds(pid: int | None) -> float | None:
    """Processor time that a process has used, with its children that live."""
    if pid is None or not is_reported():
        return None
    return sum(own_cpu_seconds(each) for each in family(pid))


def own_cpu_seconds(pid: int) -> float:
    fields = read_proc(PROC / str(pid) / "stat").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK") if fields else 0.0


def load_average() -> float | None:
    """Processes that wanted to run in the last minute: below 1 if nobody else uses the machine."""
    return round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None


def is_reported() -> bool:
    return (PROC / "self" / "status").exists()


def resident_kb(pid: int) -> int:
    for line in read_proc(PROC / str(pid) / "status").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def family(pid: int) -> list[int]:
    children = read_proc(PROC / f"{pid}/task/{pid}/children").split()
    return [pid, *(each for child in children for each in family(int(child)))]


def listener(port: int) -> int | None:
    """The process that listens on a TCP port of this machine, as far as we may see it."""
    sockets = {f"socket:[{inode}]" for inode in listening_inodes(port)}
    for process in PROC.glob("[0-9]*"):
        try:
            if any(os.readlink(handle) in sockets for handle in (process / "fd").iterdir()):
                return int(process.name)
        except OSError:
            continue
    return None


def listening_inodes(port: int) -> Iterator[str]:
    for table in ("tcp", "tcp6"):
        for line in read_proc(PROC / "net" / table).splitlines()[1:]:
            fields = line.split()
            if fields[3] == LISTENING and int(fields[1].rpartition(":")[2], 16) == port:
                yield fields[9]


def read_proc(file: Path) -> str:
    """A file about a process; nothing if the process has just ended, or the system has no such file."""
    try:
        return file.read_text(encoding="utf-8", errors="replace")
    except (FileNotFoundError, ProcessLookupError):
        return ""
