/** Where in the page one is, in the part of the address after `#`, so that the server need not know. */
export type Route =
  | { screen: 'start' }
  | { screen: 'open'; door: 'bots' | 'device' | 'friends'; game: string }
  | { screen: 'table'; id: string; at?: number }
  | { screen: 'me'; code: string }
  | { screen: 'watch' }
  | { screen: 'games' }
  | { screen: 'replay'; id: string; at?: number; entry?: number; seat: number; review: boolean }
  | { screen: 'learn'; lesson: string }
  | { screen: 'score' | 'chair'; id: string }
  | { screen: 'evenings' | 'puzzles' }
  | { screen: 'puzzle'; series: string; day: string }
  | { screen: 'same-deal'; code: string }
  | { screen: 'operator' };

export const route = $state<{ now: Route }>({ now: parse(location.hash) });

function parse(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?');
  const words = path.split('/').filter(Boolean).map(decodeURIComponent);
  const [screen, one, two] = words;
  if (screen === 'open' && (one === 'bots' || one === 'device' || one === 'friends')) {
    return { screen, door: one, game: two ?? '' };
  }
  if (screen === 'table' && one) {
    const at = new URLSearchParams(query).get('at');
    return { screen, id: one, at: at === null ? undefined : Number(at) };
  }
  if (screen === 'me' && one) return { screen, code: one };
  if (screen === 'watch' || screen === 'games' || screen === 'evenings' || screen === 'operator' || screen === 'puzzles') return { screen };
  if (screen === 'puzzle' && one) return { screen, series: one, day: two ?? '' };
  if (screen === 'same-deal' && one) return { screen, code: one };
  if (screen === 'learn') return { screen, lesson: one ?? '' };
  if (screen === 'replay') {
    const asked = new URLSearchParams(query);
    const number = (name: string): number | undefined => (asked.has(name) ? Number(asked.get(name)) : undefined);
    return { screen, id: one ?? 'file', at: number('at'), entry: number('entry'), seat: (number('seat') ?? 0) - 1, review: asked.has('review') };
  }
  if (screen === 'score' || screen === 'chair') return { screen, id: one ?? '' };
  return { screen: 'start' };
}

export function go(hash: string): void {
  if (location.hash === hash) route.now = parse(hash);
  else location.hash = hash;
}

addEventListener('hashchange', () => {
  route.now = parse(location.hash);
  scrollTo(0, 0);
});
