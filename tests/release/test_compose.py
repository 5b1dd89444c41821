"""The compose files. No container engine is at hand: the services of the cluster are started by hand, each with the
command, environment, address and health check of ``compose.cluster.yaml``, in networks of their own.

What that cannot show: the images (Debian's PostgreSQL, Redis and nginx and this environment's ``birdtable`` stand in
for them), volumes, and what the engine takes away from a container.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from dockerfile_parse import DockerfileParser

from kit.findings import note_finding
from kit.programs.databases import Postgres
from kit.programs.installed import ROOT, run

PASSWORD = "8f3k2w9qa"
SCRIPT = ROOT / "tests" / "kit" / "programs" / "cluster.sh"


@pytest.mark.parametrize("file", ["compose.yaml", "compose.cluster.yaml"])
def test_compose_files_follow_their_schema(file: str) -> None:
    run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", ROOT / file)


def services() -> dict[str, Any]:
    text = (ROOT / "compose.cluster.yaml").read_text(encoding="utf-8")
    described: dict[str, Any] = yaml.safe_load(text.replace("${POSTGRES_PASSWORD:?is in .env}", PASSWORD))["services"]
    return described


def healthy(service: dict[str, Any]) -> str:
    kind, *words = service["healthcheck"]["test"]
    return str(words[0]) if kind == "CMD-SHELL" else shlex.join(words)


def health_of_image() -> str:
    steps = DockerfileParser(fileobj=(ROOT / "Dockerfile").open("rb")).structure
    check = next(step["value"] for step in steps if step["instruction"] == "HEALTHCHECK")
    return shlex.join(json.loads(check.partition("CMD ")[2]))


@pytest.mark.long
@pytest.mark.postgres
def test_the_services_of_the_cluster_play_matches_together(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can do this")
    cluster = services()
    database = Postgres(cluster["postgres"]["environment"]["POSTGRES_USER"])
    birdtable, proxy = cluster["birdtable"], cluster["nginx"]
    said = {
        "FOLDER": tmp_path,
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}:/usr/sbin:/sbin",
        "PYTHONPATH": ROOT / "tests",
        "VISITORS": "172.28.24.101 172.28.24.102",
        **cluster["postgres"]["environment"],
        "POSTGRES_ADDRESS": "172.28.24.11",
        "POSTGRES_BIN": database.bin,
        "POSTGRES_DATA": database.data,
        "POSTGRES_HEALTHY": healthy(cluster["postgres"]),
        "REDIS_ADDRESS": "172.28.24.12",
        "REDIS_COMMAND": shlex.join(cluster["redis"]["command"]),
        "REDIS_HEALTHY": healthy(cluster["redis"]),
        "BIRDTABLE_ADDRESS": "172.28.24.13",
        "BIRDTABLE_COMMAND": shlex.join(birdtable["command"]),
        "BIRDTABLE_ENVIRONMENT": shlex.join(f"{name}={value}" for name, value in birdtable["environment"].items()),
        "BIRDTABLE_HEALTHY": health_of_image(),
        "NGINX_ADDRESS": proxy["networks"]["inside"]["ipv4_address"],
        "NGINX_CONFIGURATION": ROOT / proxy["volumes"][0].split(":")[0],
    }
    alone = ["unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"]
    environment = {**os.environ, **{name: str(value) for name, value in said.items()}}
    try:
        done = subprocess.run(
            [*alone, "sh", SCRIPT], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=600
        )
    finally:
        shutil.rmtree(database.folder, ignore_errors=True)
    logs = "\n".join(path.read_text(encoding="utf-8")[-2000:] for path in tmp_path.glob("*.log"))
    assert done.returncode == 0, done.stdout + done.stderr + logs
    note_finding(
        "the services of compose.cluster.yaml", acknowledged_plays_all_kept=", ".join(done.stdout.splitlines())
    )
