/** Whether this server will have nothing to do with us, and why; then the page shows that and nothing else. */
import type { Problem } from '../wire';

const BANNED = 'you are banned from this server';

export const banned = $state<{ now: { why: string; until: number | null } | undefined }>({ now: undefined });

/** Notices the refusal that everything gets. */
export function noticeBan(problem: Problem): void {
  if (problem.reason !== BANNED) return;
  const { why = '', until = null } = problem.details as { why?: string; until?: number | null };
  banned.now = { why, until };
}
