/** The time, in milliseconds since 1970, that whatever shows it is drawn again every second. */
let time = $state(Date.now());
setInterval(() => (time = Date.now()), 500);

export const now = (): number => time;
