/** What the page itself keeps: settings, lessons learnt, puzzles, score sheets. It goes along with everything else. */
const OURS = 'birdtable.';
/** Whether games are kept in an account as well is chosen on every device. */
const NOT_TAKEN = ['birdtable.account'];

interface Game {
  id: string;
  /** When it was last changed. */
  changed: number;
}
type ByName = Record<string, object>;

/** Of the same game the later version stays. */
function bothGames(mine: readonly Game[], theirs: readonly Game[]): Game[] {
  const later = theirs.filter(({ id, changed }) => (mine.find((game) => game.id === id)?.changed ?? -1) < changed);
  return [...mine.filter(({ id }) => !later.some((game) => game.id === id)), ...later];
}

/** What both have something of, and how that becomes one; of the same thing that which is here stays. */
const BOTH: Record<string, (mine: never, theirs: never) => unknown> = {
  sheets: bothGames,
  chairs: bothGames,
  players: (mine: ByName, theirs: ByName) => ({ ...theirs, ...mine }),
  puzzles: (mine: ByName, theirs: ByName) => Object.fromEntries(Object.keys({ ...theirs, ...mine }).map((series) => [series, { ...theirs[series], ...mine[series] }])),
  'lessons.done': (mine: string[], theirs: string[]) => [...new Set([...mine, ...theirs])],
};

export function pageTexts(): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...localStorage }).filter(([name]) => name.startsWith(OURS))) as Record<string, string>;
}

/** Takes what is not here yet; what is here stays. False if the device has no room for all of it. */
export function takePageTexts(texts: Record<string, string>): boolean {
  const names = Object.keys(texts).filter((name) => name.startsWith(OURS) && !NOT_TAKEN.includes(name));
  const taken = names.map((name) => take(name, texts[name] as string));
  // Whoever shows some of it looks again.
  dispatchEvent(new Event('storage'));
  return taken.every(Boolean);
}

/** What somebody is called who has kept these. */
export function nameIn(texts: Record<string, string>): string {
  try {
    return (JSON.parse(texts[`${OURS}settings`] ?? '{}') as { name?: string }).name ?? '';
  } catch {
    return '';
  }
}

function take(name: string, theirs: string): boolean {
  const mine = localStorage.getItem(name);
  try {
    if (mine === null) localStorage.setItem(name, theirs);
    else {
      const both = BOTH[name.slice(OURS.length)];
      if (both) localStorage.setItem(name, JSON.stringify(both(JSON.parse(mine) as never, JSON.parse(theirs) as never)));
    }
    return true;
  } catch (error) {
    // What cannot be read is left where it is.
    return !(error instanceof DOMException);
  }
}
