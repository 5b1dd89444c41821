/** The rules dialogue: closed, or open at a clause. */
export const rules = $state<{ open: boolean; clause: string }>({ open: false, clause: '' });

export function openRules(clause = ''): void {
  rules.open = true;
  rules.clause = clause;
}
