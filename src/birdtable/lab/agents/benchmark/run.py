"""A whole run: items made, agents asked, what they did written down."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path

import msgspec

from birdtable.agents.text import VERSION
from birdtable.game import BadInput
from birdtable.lab.agents.agent import TextAgent
from birdtable.lab.agents.benchmark.config import Config, Entry, code_of, make_agent
from birdtable.lab.agents.benchmark.doing import Done, ItemJob, do_item, do_job
from birdtable.lab.agents.benchmark.items import Item, fingerprint, make_items
from birdtable.lab.agents.benchmark.journal import Heading, Journal, RememberingAgent
from birdtable.lab.agents.benchmark.table import Result, sum_up
from birdtable.lab.files import replace_file
from birdtable.lab.work import Watch, do_all
from birdtable.lab.work import fingerprint as program


def run(
    config: Config,
    *,
    folder: Path,
    beside: Path,
    executor: Executor | None = None,
    watch: Watch[Done] = lambda things, total, what: things,
) -> Result:
    """Does what is not done yet. ``beside`` is where the files of functions are.

    The result is the same however often the run was interrupted and whoever did the work, as long as the agents answer
    the same.
    """
    agents = {entry.called: make_agent(entry, beside) for entry in config.entries() if not entry.is_ours}
    items = kept_items(config, folder)
    journal = Journal(folder, heading_of(config, items, code_of(config, beside)))
    for entry in config.entries():
        jobs = [job for job in jobs_of(entry, items, config) if (entry.called, job.item.id) not in journal.done]
        agent = agents.get(entry.called)
        results = do_all(do_job, jobs, executor) if agent is None else ask_all(entry, agent, jobs, journal)
        for done in watch(results, len(jobs), entry.called):
            journal.add_done(done)
    return sum_up(config, items, list(journal.done.values()))


def heading_of(config: Config, items: list[Item], code: list[bytes]) -> Heading:
    """Whoever edits an agent in the middle of a run measures another one."""
    return Heading(
        config=sha256(msgspec.json.encode(config)).hexdigest(),
        items=fingerprint(items),
        text=VERSION,
        program=program(),
        code=sha256(b"".join(sha256(source).digest() for source in code)).hexdigest(),
    )


def kept_items(config: Config, folder: Path) -> list[Item]:
    """Made once: searches take a while. The file is checked by its hash, with the configuration and the program."""
    made_by = sha256(msgspec.json.encode(msgspec.structs.replace(config, agents=(), baselines=True))).hexdigest()
    path = folder / f"items-{made_by[:12]}-{program()}.json"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if path.exists():
            return msgspec.json.decode(path.read_bytes(), type=list[Item])
        items = make_items(config)
        replace_file(path, msgspec.json.encode(items))
    except OSError as error:
        raise BadInput(f"{folder} cannot be used: {error.strerror}") from None
    except msgspec.DecodeError:
        raise BadInput(f"{path}: not what was written there") from None
    return items


def jobs_of(entry: Entry, items: Iterable[Item], config: Config) -> Iterator[ItemJob]:
    """Bots are asked no questions, and nobody plays against itself."""
    for item in items:
        if (entry.is_bot and item.part == "knowledge") or (entry.bot and entry.bot == item.opponent):
            continue
        yield ItemJob(entry, item, config.asking, config.numbers.worlds)


def ask_all(entry: Entry, agent: TextAgent, jobs: Iterable[ItemJob], journal: Journal) -> Iterator[Done]:
    """As many at a time as the entry allows."""
    with ThreadPoolExecutor(entry.parallel) as pool:
        futures = [pool.submit(do_item, job, RememberingAgent(agent, job.item.id, journal)) for job in jobs]
        try:
            for future in futures:
                yield future.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
