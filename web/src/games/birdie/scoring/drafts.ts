/** Half-made scorings, kept while the page is loaded again. */
import type { TableModel } from '../../../table/table.svelte';
import type { Draft, Drafts } from './scorer.svelte';

/**
 * For the seat on the screen. Where several people share it nothing is kept that names a card of the hand, since the
 * next to come could look it up.
 */
export function draftsOf(table: TableModel): Drafts {
  const key = `scoring ${table.id} ${table.seat}`;
  return {
    read(number) {
      try {
        const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as { number: number; draft: Draft } | null;
        return kept?.number === number ? kept.draft : undefined;
      } catch {
        return undefined;
      }
    },
    write(number, draft) {
      const tells = draft && [...draft.before, ...draft.cascade, ...draft.pigeon, ...draft.owl].some((step) => step.startsWith('use '));
      if (!draft || (tells && table.mine.length > 1)) sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, JSON.stringify({ number, draft }));
    },
  };
}
