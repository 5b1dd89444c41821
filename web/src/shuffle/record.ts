/** What a record, in either of its forms, says of its own shuffle. */

export interface Sealed {
  game: string;
  match: string;
  secret: string;
  nonces: string[];
  /** The seat that was named to start; 0: none. */
  starter: number;
  /** Chance's steps in the order in which they were taken, withdrawn ones too. */
  steps: string[];
  /** For each of them the one before it that had not been taken back then; -1: none. */
  follows: number[];
  /** How many of them were taken at another table. */
  carried: number;
}

/** Read out of a record; nothing if it does not say. */
export function sealOf(record: string): Sealed | undefined {
  const { game, starter, extra, seats, lines } = record.trimStart().startsWith('{') ? readJson(record) : readText(record);
  const secret = extra['shuffle secret'];
  if (!secret) return undefined;
  const nonces = Array.from({ length: seats }, (_, seat) => extra[`shuffle entropy ${seat + 1}`] ?? '');
  return { game, match: extra['match'] ?? '', secret, nonces, starter: Number(starter) || 0, carried: Number(extra['shuffle carried'] ?? 0), ...draws(lines) };
}

/** The steps of a play, with whether chance took them; or how many plays were taken back. */
type Line = { chance: boolean; steps: string[] } | number;
type Read = { game: string; starter: unknown; extra: Record<string, string>; seats: number; lines: Line[] };

function readJson(record: string): Read {
  const { game, options, extra, seats, lines } = JSON.parse(record) as {
    game: string; options?: Record<string, unknown>; extra: Record<string, string>; seats: string[]; lines: (['play', number, string[]] | ['undo', number])[];
  };
  return { game, starter: options?.['starter'], extra, seats: seats.length, lines: lines.map((line) => (line[0] === 'undo' ? line[1] : { chance: line[1] === -1, steps: line[2] })) };
}

function readText(record: string): Read {
  const named = record.replace(/,[ \t]*(#.*)?\r?\n[ \t]+/g, ', ').split(/\r?\n/).map((line) => /^(~?[^:#]+): (.*)$/.exec(line) ?? []);
  const extra = Object.fromEntries(named.flatMap(([, name, value]) => (name && value !== undefined ? [[name, value.trim()]] : [])));
  const lines = named.flatMap(([, name = '', value = '']): Line[] => {
    const text = value.replace(/#.*/, '');
    if (name === 'undo') return [Number(text)];
    return /^~?(chance|\d+)$/.test(name) ? [{ chance: name.endsWith('chance'), steps: text.split(',').map((step) => step.trim()) }] : [];
  });
  return { game: extra['game'] ?? '', starter: extra['option starter'], extra, seats: named.filter(([, name]) => /^seat \d+$/.test(name ?? '')).length, lines };
}

function draws(lines: readonly Line[]): { steps: string[]; follows: number[] } {
  const steps: string[] = [];
  const follows: number[] = [];
  /** The last draw before each play that stands. */
  const before: number[] = [];
  let last = -1;
  for (const line of lines) {
    if (typeof line === 'number') {
      last = before.splice(before.length - line)[0] ?? -1;
      continue;
    }
    before.push(last);
    if (!line.chance) continue;
    for (const step of line.steps) {
      follows.push(last);
      last = steps.push(step) - 1;
    }
  }
  return { steps, follows };
}
