/** Whether this page has its tables in itself: it was written by `birdtable site`, and has no server. */
const MARK = 'meta[name="birdtable-tab"]';

export const alone = (): boolean => document.querySelector(MARK) !== null;

/** The address of the server that this page was kept from; empty if there is none. */
export const home = (): string => document.querySelector<HTMLMetaElement>(MARK)?.content ?? '';
