/**
 * Keeps the keyboard where one plays. When what has the focus goes away, because a move was made or a question answered,
 * the focus goes to what can be done next: where something was done last, if that is possible again. While there is
 * nothing to do it waits on the panel that says so. Nothing that is still there ever loses it.
 */
const USABLE = 'main button:is(.can, .cut, .slot, .target), main #act .btn:not([aria-disabled=true], :disabled)';
const placeOf = (target: Element): string | undefined => target.closest<HTMLElement>('[data-place]')?.dataset['place'];
const isThere = (target: Element): boolean => target.isConnected && (target.checkVisibility?.() ?? true);

/** Goes to what can be done now, in this place if it is there. */
export function focusPlay(place = ''): HTMLElement | undefined {
  const usable = [...document.querySelectorAll<HTMLElement>(USABLE)].filter(isThere);
  const found = usable.find((each) => placeOf(each) === place) ?? usable[0];
  found?.focus();
  return found;
}

function focusPanel(main: HTMLElement): void {
  const act = document.getElementById('act');
  (act && isThere(act) ? act : main).focus({ preventScroll: true });
}

export function keepFocus(main: HTMLElement): { destroy(): void } {
  /** What a person at the keyboard was on; who points and taps has no use for all this. */
  let held: Element | undefined;
  /** The place of the card, row or gap that was focused last. */
  let place = '';
  let waiting = false;

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    held = target.matches(':focus-visible') ? target : undefined;
    waiting = false;
    if (target.matches('[data-stop]')) place = placeOf(target) ?? '';
  };
  const onChange = (): void => {
    const on = document.activeElement ?? document.body;
    const lost = held !== undefined && !isThere(held) && (on === document.body || !isThere(on));
    if (!lost && !(waiting && on === held)) return;
    const usable = focusPlay(place);
    if (!usable && lost) focusPanel(main);
    waiting = !usable;
    held = document.activeElement ?? undefined;
  };
  const watch = new MutationObserver(onChange);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ['aria-disabled', 'class', 'hidden'] });
  document.addEventListener('focusin', onFocus);
  return {
    destroy() {
      watch.disconnect();
      document.removeEventListener('focusin', onFocus);
    },
  };
}
