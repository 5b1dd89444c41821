/** Games that two devices have changed since they last agreed. */
export interface Game {
  id: string;
  /** When it was last changed. */
  changed: number;
}

export interface Merged<T> {
  all: T[];
  /** My versions of games that both have changed: theirs were faster, and are among all. */
  refused: T[];
}

/**
 * What is mine and what is theirs, as one. `base` has the games that both had when they last agreed, and when each had
 * been changed by then: so whoever has changed a game since is followed, and one that somebody has thrown away is gone.
 * Of games that both have and never agreed about the later version stays, as with a file.
 */
export function merge<T extends Game>(base: Readonly<Record<string, number>>, mine: readonly T[], theirs: readonly T[]): Merged<T> {
  const there = new Map(theirs.map((game) => [game.id, game]));
  const here = new Set(mine.map((game) => game.id));
  const all: T[] = [];
  const refused: T[] = [];
  for (const game of mine) {
    const other = there.get(game.id);
    const agreed = base[game.id];
    if (!other) {
      if (game.changed !== agreed) all.push(game);
    } else if (other.changed === game.changed || other.changed === agreed) all.push(game);
    else if (game.changed === agreed) all.push(other);
    else if (agreed === undefined) all.push(other.changed > game.changed ? other : game);
    else {
      all.push(other);
      refused.push(game);
    }
  }
  return { all: [...all, ...theirs.filter((game) => !here.has(game.id) && base[game.id] !== game.changed)], refused };
}
