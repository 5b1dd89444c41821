/**
 * The server tells which cards lie somewhere, not where: copies are alike and there is no order. A table with cards
 * that jump about cannot be followed, so the page keeps each card in its place and puts new ones into the holes.
 */
export function keepPlaces(before: readonly (string | null)[], now: readonly string[], size = 0): (string | null)[] {
  const left = [...now];
  const places: (string | null)[] = before.map((card) => {
    const at = card === null ? -1 : left.indexOf(card);
    return at < 0 ? null : (left.splice(at, 1)[0] as string);
  });
  for (const card of left) {
    const hole = places.indexOf(null);
    if (hole < 0) places.push(card);
    else places[hole] = card;
  }
  const needed = Math.max(size, now.length);
  while (places.length > needed && places.includes(null)) places.splice(places.lastIndexOf(null), 1);
  while (places.length < size) places.push(null);
  return places;
}

/** Cards in the order in which they came: the old ones in their order, new ones behind. */
export function keepOrder(before: readonly string[], now: readonly string[]): string[] {
  const left = [...now];
  const kept = before.filter((card) => {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
  return [...kept, ...left];
}
