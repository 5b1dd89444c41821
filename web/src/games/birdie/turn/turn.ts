/** A turn of Birdie being put together: picked cards become steps, as far as the server calls them legal. */
export interface Pick {
  zone: 'display' | 'hand';
  /** Its place in the zone, which tells copies apart. */
  index: number;
  card: string;
}

/** The steps of these picks: one display card alone can still become either play, so it is stacked for now. */
export function stepsOf(picks: readonly Pick[]): string[] {
  return picks.map(({ zone, card }) => `${zone === 'display' ? 'stack' : 'add'} ${card}`);
}

/** Which of these cards a hint advises, by their places: of equal ones the first that are not picked yet. */
export function advisedPlaces(zone: Pick['zone'], cards: readonly (string | null)[], steps: readonly string[], picks: readonly Pick[]): Set<number> {
  const verbs = zone === 'display' ? ['take', 'stack'] : ['add'];
  const found = new Set<number>();
  for (const step of steps) {
    const [verb = '', card] = step.split(' ');
    const at = cards.findIndex((each, index) => each === card && !found.has(index) && !picks.some((p) => p.zone === zone && p.index === index));
    if (verbs.includes(verb) && at >= 0) found.add(at);
  }
  return found;
}

/** The step that takes a single picked card to the hand, if the server allows it. */
export function takeStep(picks: readonly Pick[], legal: readonly string[]): string | undefined {
  const [pick] = picks;
  const step = picks.length === 1 && pick?.zone === 'display' ? `take ${pick.card}` : undefined;
  return step !== undefined && legal.includes(step) ? step : undefined;
}

export function move<T>(items: readonly T[], from: number, to: number): T[] {
  const left = items.toSpliced(from, 1);
  return left.toSpliced(to, 0, items[from] as T);
}
