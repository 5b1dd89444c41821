"""The Dockerfile, and what it makes. No container engine is at hand: its steps are done one by one in a fresh Debian.

What that cannot show: the images that ``FROM`` names (debootstrap's smallest system stands in for Debian's), layers,
other processors, and the engine's own isolation, in whose place the root is mounted read-only in namespaces of its own.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
from dockerfile_parse import DockerfileParser

from kit.findings import note_finding
from kit.programs.container import Build, Stage
from kit.programs.installed import ROOT, run, unpacked_sdist

DOCKERFILE = ROOT / "Dockerfile"
PERSON = """
import http.cookiejar, json, os, sys, time, urllib.request

jar = http.cookiejar.LWPCookieJar("/data/cookies")
if os.path.exists("/data/cookies"):
    jar.load(ignore_discard=True)
web = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(jar))

def ask(path, body=None):
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request("http://127.0.0.1:8624" + path, data, {"content-type": "application/json"})
    return web.open(request, timeout=20).read()

assert b"<title>Birdtable" in ask("/")
if sys.argv[1] == "first":
    ask("/api/guests", {"name": "Mira"})
    seats = [{"player": "me"}, {"player": "bot", "level": "champion"}]
    table = json.loads(ask("/api/tables", {"game": "cubirds", "seats": seats, "pace": 0}))["id"]
    ask(f"/api/tables/{table}/start", {})
    jar.save(ignore_discard=True)
print(json.loads(ask("/api/me"))["name"], os.getuid())
"""
"""Somebody who comes, sits down, and comes back after a restart."""


def instructions() -> list[tuple[str, str]]:
    steps = DockerfileParser(fileobj=DOCKERFILE.open("rb")).structure
    return [(step["instruction"], step["value"]) for step in steps if step["instruction"] != "COMMENT"]


def test_the_container_is_made_in_stages_and_does_not_run_as_root() -> None:
    steps = instructions()
    stages = [number for number, (name, _) in enumerate(steps) if name == "FROM"]
    last = dict(steps[stages[-1] :])
    assert len(stages) == 2 and last["USER"] == "8624:8624" and last["VOLUME"] == "/data"
    assert last["EXPOSE"] == "8624" and "/readyz" in last["HEALTHCHECK"]
    assert not any("gcc" in value for _, value in steps[stages[-1] :])


def test_the_proxy_of_the_cluster_is_accepted_by_nginx(tmp_path: Path) -> None:
    text = (ROOT / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    text = text.replace("birdtable:86", "127.0.0.1:86").replace("/run/nginx.pid", str(tmp_path / "pid"))
    (tmp_path / "nginx.conf").write_text(text, encoding="utf-8")
    nginx = shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")
    assert nginx, "nginx is missing: make system"
    run(nginx, "-t", "-q", "-p", tmp_path, "-e", "stderr", "-c", tmp_path / "nginx.conf")


@pytest.mark.long
def test_every_step_of_the_dockerfile_leads_to_a_server_that_keeps_its_data(tmp_path: Path) -> None:
    if os.getuid() != 0:
        pytest.skip("only root can do this")
    if shutil.which("debootstrap") is None:
        run("apt-get", "install", "-qq", "-y", "debootstrap")
    context = unpacked_sdist(tmp_path)
    build = Build(DOCKERFILE, context, tmp_path)
    image = build.run()
    assert len(build.done) == len(instructions())
    size = run("du", "-sm", "--apparent-size", image.root).split()[0]
    first, again = (live(image, tmp_path, visit) for visit in ("first", "again"))
    assert first == again == ["Mira 8624", "read-only", "0"]
    note_finding("the container", steps=len(build.done), megabytes=size)


def live(image: Stage, scratch: Path, visit: str) -> list[str]:
    """One life of the container: its root read-only, its data kept, a network of its own. What is seen is told."""
    (scratch / "person.py").write_text(PERSON, encoding="utf-8")
    data = scratch / "data"
    if not data.exists():
        shutil.copytree(image.root / "data", data)
        shutil.chown(data, 8624, 8624)
        data.chmod(0o700)
    inside = f"chroot --userspec {image.user} {image.root}"
    start = shlex.join([*image.command("ENTRYPOINT"), *image.command("CMD")])
    health = shlex.join(image.command("HEALTHCHECK"))
    script = f"""
set -eu
mount --bind {image.root} {image.root}
mount --bind {data} {image.root}/data
mount -t tmpfs tmpfs {image.root}/tmp
mount --bind /dev {image.root}/dev
mount -t proc proc {image.root}/proc
mount -o remount,bind,ro {image.root}
ip link set lo up
{inside} /bin/sh -c 'cd {image.folder} && exec {start}' 2> {scratch}/log.txt &
server=$!
tries=0
until {inside} {health} 2> /dev/null; do
  tries=$((tries + 1)); [ $tries -lt 120 ] || {{ cat {scratch}/log.txt; exit 1; }}; sleep 1
done
{inside} python - {visit} < {scratch}/person.py
{inside} touch /opt/birdtable/mark 2> /dev/null && echo writable || echo read-only
kill -TERM $server
wait $server && echo 0 || echo $?
"""
    command = ["unshare", "--mount", "--net", "/bin/sh", "-c", script]
    done = subprocess.run(
        command,
        env=image.environment | {"PATH": image.environment["PATH"] + ":/usr/sbin:/sbin"},
        capture_output=True,
        text=True,
        timeout=900,
    )
    assert done.returncode == 0, json.dumps([done.stdout, done.stderr])
    return done.stdout.splitlines()
