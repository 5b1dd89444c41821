/** The time in milliseconds since 1970, as reactive state: whatever shows it is redrawn as it passes. */
let time = $state(Date.now());
setInterval(() => (time = Date.now()), 500);

export const now = (): number => time;
