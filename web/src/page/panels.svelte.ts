/** Which dialogue of the page is open. */
export const panels = $state<{ open: '' | 'settings' | 'shortcuts' | 'privacy' }>({ open: '' });
