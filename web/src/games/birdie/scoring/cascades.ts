/** Removals of the expert game with the sets that met by them, out of the events that the server told. */
import type { Event } from '../../../wire';

export interface Cascade {
  card: string;
  sets: { trait: string; count: number; fate: 'wrote' | 'lost' | 'dropped' | 'taken' }[];
}

export function cascadesIn(events: readonly Event[]): Cascade[] {
  const found: Cascade[] = [];
  for (const { what, cards = '', place: trait = '', count = 0 } of events) {
    const sets = found.at(-1)?.sets;
    if (what === 'removed') found.push({ card: cards, sets: [] });
    else if (what === 'set taken') sets?.push({ trait, count, fate: 'taken' });
    else if (what === 'wrote' || what === 'lost' || what === 'dropped') {
      const set = sets?.at(-1);
      if (set) set.fate = what;
    }
  }
  return found;
}
