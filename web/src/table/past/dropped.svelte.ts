const KEY = 'birdtable.record';

/** A record that was dropped on the page or chosen as a file; kept for as long as this tab is open. */
export const dropped = $state({ text: storedRecord(), number: 0 });

function storedRecord(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

export function drop(text: string): void {
  dropped.text = text;
  dropped.number += 1;
  try {
    sessionStorage.setItem(KEY, text);
  } catch {
    // Then it must be dropped again after a reload.
  }
}
