/**
 * One tab stop for a zone, arrows inside it. The stops are the zone's elements with `data-stop`. Where they stand in
 * lines (`data-line`), up and down change the line, left and right go along it.
 */
export function roving(zone: HTMLElement): { destroy(): void } {
  /** Where the focus was, so that it can stay in the zone when a card it was on goes away. */
  let place = -1;
  /** The stop that Tab comes to. */
  let tabbed: HTMLElement | undefined;
  const stops = (): HTMLElement[] =>
    [...zone.querySelectorAll<HTMLElement>('[data-stop]')].filter((stop) => stop.checkVisibility?.() ?? true);

  const keep = (kept: HTMLElement | undefined): void => {
    tabbed = kept;
    for (const stop of zone.querySelectorAll<HTMLElement>('[data-stop]')) {
      const wanted = stop === kept ? 0 : -1;
      if (stop.tabIndex !== wanted) stop.tabIndex = wanted;
    }
  };
  const choose = (all: HTMLElement[]): HTMLElement | undefined =>
    all.find((stop) => stop === document.activeElement) ?? all.find((stop) => stop.tabIndex === 0) ?? all[0];
  const onChange = (): void => {
    const lost = place >= 0 && (document.activeElement === document.body || document.activeElement === null);
    if (lost) {
      const all = stops();
      keep(all[Math.min(place, all.length - 1)]);
      tabbed?.focus({ preventScroll: true });
    } else if (tabbed && zone.contains(tabbed)) keep(tabbed);
    else soon();
  };
  const settle = (): void => keep(choose(stops()));
  /** After the next frame: which stops can be seen is known when the page is laid out, and nobody waits for it. */
  const soon = (): void => void requestAnimationFrame(() => setTimeout(settle));
  const onKey = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (!/^(Arrow(Left|Right|Up|Down)|Home|End)$/.test(event.key)) return;
    const all = stops();
    const here = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
    if (!here || !all.includes(here)) return;
    event.preventDefault();
    next(all, here, event.key)?.focus();
  };
  const onFocus = (event: FocusEvent): void => {
    const stop = (event.target as HTMLElement).closest<HTMLElement>('[data-stop]');
    if (!stop) return;
    place = stops().indexOf(stop);
    keep(stop);
  };
  const onBlur = (event: FocusEvent): void => {
    if (event.relatedTarget instanceof Node && !zone.contains(event.relatedTarget)) place = -1;
  };
  const watch = new MutationObserver(onChange);
  watch.observe(zone, { childList: true, subtree: true });
  addEventListener('resize', settle);
  zone.addEventListener('keydown', onKey);
  zone.addEventListener('focusin', onFocus);
  zone.addEventListener('focusout', onBlur);
  onChange();
  return {
    destroy() {
      watch.disconnect();
      removeEventListener('resize', settle);
      zone.removeEventListener('keydown', onKey);
      zone.removeEventListener('focusin', onFocus);
      zone.removeEventListener('focusout', onBlur);
    },
  };
}

function next(all: HTMLElement[], here: HTMLElement, key: string): HTMLElement | undefined {
  const line = here.closest('[data-line]');
  const mates = all.filter((stop) => stop.closest('[data-line]') === line);
  const at = mates.indexOf(here);
  switch (key) {
    case 'ArrowRight': return mates[at + 1];
    case 'ArrowLeft': return mates[at - 1];
    case 'Home': return mates[0];
    case 'End': return mates.at(-1);
    case 'ArrowDown': return line ? across(all, line, at, 1) : mates[at + 1];
    default: return line ? across(all, line, at, -1) : mates[at - 1];
  }
}

function across(all: HTMLElement[], line: Element, at: number, by: number): HTMLElement | undefined {
  const lines = [...new Set(all.map((stop) => stop.closest('[data-line]')))];
  const wanted = lines[lines.indexOf(line) + by];
  const mates = wanted ? all.filter((stop) => stop.closest('[data-line]') === wanted) : [];
  return mates[Math.min(at, mates.length - 1)];
}
