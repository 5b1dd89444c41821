"""What a Dockerfile says, done without a container engine: its steps, one by one, in roots made by debootstrap.

Each stage is a folder that begins as a copy of a fresh Debian; ``RUN`` is a shell in it (chroot). What a build gets
from this machine, and not from its context, is the way to the package indexes: resolver, certificates, settings of pip.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from dockerfile_parse import DockerfileParser


@dataclass
class Stage:
    base: str
    root: Path
    environment: dict[str, str] = field(default_factory=lambda: {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"})
    folder: str = "/"
    user: str = "0:0"
    says: dict[str, str] = field(default_factory=dict)
    """The last of each instruction that is about running it."""

    def command(self, instruction: str) -> list[str]:
        words: list[str] = json.loads(self.says[instruction])
        return words


class Build:
    def __init__(self, dockerfile: Path, context: Path, scratch: Path) -> None:
        self.steps: list[dict[str, Any]] = DockerfileParser(fileobj=dockerfile.open("rb")).structure
        self.context = context
        self.scratch = scratch
        self.stages: dict[str, Stage] = {}
        self.done: list[str] = []
        """Every instruction that was carried out."""

    def run(self) -> Stage:
        """The last stage, as its image would be."""
        stage: Stage | None = None
        for step in self.steps:
            name, value = step["instruction"], step["value"]
            if name == "COMMENT":
                continue
            if name == "FROM":
                stage = self.begin(value)
            else:
                assert stage is not None
                self.take(stage, name, value)
            self.done.append(f"{name} {value}")
        assert stage is not None
        return stage

    def begin(self, value: str) -> Stage:
        image, _, name = value.partition(" AS ")
        root = self.scratch / (name or "final")
        release = image.removeprefix("debian:").removesuffix("-slim")
        fresh = self.scratch / release
        if not fresh.exists():
            debian = ["debootstrap", "--variant=minbase", release, str(fresh)]
            subprocess.run(debian, check=True, stdout=subprocess.DEVNULL)
        copy(fresh, root)
        self.stages[name] = stage = Stage(image, root)
        return stage

    def take(self, stage: Stage, name: str, value: str) -> None:
        match name:
            case "RUN":
                self.shell(stage, value)
            case "COPY":
                self.copy(stage, shlex.split(value))
            case "ENV":
                stage.environment |= dict(word.split("=", 1) for word in shlex.split(value))
            case "WORKDIR":
                stage.folder = value
                inside(stage.root, value).mkdir(parents=True, exist_ok=True)
            case "USER":
                stage.user = value
            case "HEALTHCHECK":
                stage.says[name] = value.partition("CMD ")[2]
            case "VOLUME" | "EXPOSE" | "STOPSIGNAL" | "ENTRYPOINT" | "CMD":
                stage.says[name] = value
            case _:
                raise AssertionError(f"{name} is not known here")

    def shell(self, stage: Stage, command: str) -> None:
        with Machine(stage.root) as machine:
            environment = machine.settings | stage.environment | {"DEBIAN_FRONTEND": "noninteractive"}
            inner = f"cd {shlex.quote(stage.folder)} && {command}"
            program = ["chroot", "--userspec", stage.user, str(stage.root), "/bin/sh", "-c", inner]
            done = subprocess.run(program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout[-4000:]}"

    def copy(self, stage: Stage, words: list[str]) -> None:
        origin = self.context
        if words[0].startswith("--from="):
            origin = self.stages[words.pop(0).removeprefix("--from=")].root
        *sources, target = words
        for source in sources:
            copy(origin / source.lstrip("/"), inside(stage.root, os.path.join(stage.folder, target)))


class Machine:
    """The way to the package indexes, lent to a root for the time of a step."""

    def __init__(self, root: Path) -> None:
        self.lent = {
            Path("/etc/resolv.conf"): root / "etc" / "resolv.conf",
            Path(os.environ.get("PIP_CERT", "/etc/ssl/certs/ca-certificates.crt")): root / "lent-certificates",
        }
        names = ("http_proxy", "https_proxy", "no_proxy", "PIP_INDEX_URL", "PIP_DEFAULT_TIMEOUT")
        self.settings = {name: os.environ[name] for name in names if name in os.environ}
        self.settings |= {"PIP_CERT": "/lent-certificates", "NODE_EXTRA_CA_CERTS": "/lent-certificates"}

    def __enter__(self) -> Machine:
        for here, there in self.lent.items():
            if here.exists():
                shutil.copyfile(here, there)
        return self

    def __exit__(self, *_: object) -> None:
        for there in self.lent.values():
            there.unlink(missing_ok=True)


def inside(root: Path, path: str) -> Path:
    return root / path.lstrip("/")


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = "/." if source.is_dir() else ""
    if source.is_dir():
        target.mkdir(exist_ok=True)
    subprocess.run(["cp", "-a", f"{source}{folder}", str(target)], check=True)
