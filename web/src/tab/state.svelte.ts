/** How far the table in this tab is, for those who look. */
export const tab = $state({
  phase: 'waiting' as 'waiting' | 'loading' | 'starting' | 'ready' | 'failed' | 'old',
  /** Bytes that have come, of how many. */
  done: 0,
  total: 0,
  speed: '' as '' | 'compiled' | 'interpreted',
  /** Something could not be kept, and would be lost with this tab. */
  lacking: false,
  /** Another tab has the tables. */
  elsewhere: false,
  why: '',
});
