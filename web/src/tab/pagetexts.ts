/** What the page itself keeps: settings, lessons learnt and score sheets. It goes along with everything else. */
const OURS = 'birdtable.';

export function pageTexts(): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...localStorage }).filter(([name]) => name.startsWith(OURS))) as Record<string, string>;
}

/** Takes what is not here yet; what is here stays. */
export function takePageTexts(texts: Record<string, string>): void {
  for (const [name, text] of Object.entries(texts)) if (name.startsWith(OURS) && localStorage.getItem(name) === null) localStorage.setItem(name, text);
}
