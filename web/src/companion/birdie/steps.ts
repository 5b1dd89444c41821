/** A player's own scoring as a list of steps. What a step means, only the server knows; here they are put in order. */
import type { Scored, Scoring } from '../../wire';

const RANKS: Record<string, number> = { R: 0, W: 0, P: 1, O: 3 };

/** The standard game in its order: 0 before the row is divided, 1 Pigeon, 2 the choice between sets, 3 Owl. */
export function ranks(steps: readonly string[]): number[] {
  let rank = 0;
  return steps.map((step, place) => {
    const [verb = '', what = ''] = step.split(' ');
    if (verb === 'use') rank = RANKS[what.charAt(0)] ?? 0;
    else if (verb === 'set' && rank < 3 && !steps[place - 1]?.startsWith('use P')) rank = 2;
    return rank;
  });
}

/** One more step. In the standard game an ability goes where its time is, and what came after it is asked again. */
export function withStep(steps: readonly string[], step: string, expert: boolean): string[] {
  if (expert || !step.startsWith('use ')) return [...steps, step];
  const wanted = ranks([step])[0] ?? 0;
  const found = ranks(steps);
  return [...steps.filter((_, place) => (found[place] ?? 0) <= wanted), step];
}

/** What stays of them when the row is cut otherwise: nothing that speaks of a set by its number. */
export function afterCut(steps: readonly string[]): string[] {
  const found = ranks(steps);
  const part = (rank: number): string[] => steps.filter((_, place) => found[place] === rank);
  const owl = part(3);
  return owl.some((step) => step.startsWith('set ')) ? part(0) : [...part(0), ...owl];
}

/** Without the last decision: a card that was spent comes back with what it was for. */
export function back(steps: readonly string[]): string[] {
  const last = steps.findLastIndex((step) => /^(use|remove|by|done)\b/.test(step));
  return steps.slice(0, Math.max(0, last));
}

/** What was typed, as steps. */
export const typedSteps = (text: string): string[] =>
  text.split(/[,;]+/).map((step) => step.trim().replace(/\s+/g, ' ')).filter(Boolean);

/** One's own scoring begins with the best one; in the expert game with nothing but what Robin drew. */
export function asOwn(scored: Scored, expert: boolean): Scoring | null {
  const { proposal } = scored;
  if (!proposal || !expert) return proposal;
  const steps = proposal.steps ?? [];
  return { ...proposal, steps: steps[1]?.startsWith('deal ') ? steps.slice(0, 2) : [] };
}
