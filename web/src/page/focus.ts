/**
 * Keeps the focus of a person at the keyboard where they play. When what had it goes away, because a move was made or a
 * question answered, the focus returns to the cards where it was before, else to what can be done now. It never takes
 * the focus from anything that is still there.
 */
export function keepFocus(screen: HTMLElement): { destroy(): void } {
  let last: Element | undefined;
  let zone: Element | undefined;

  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    // Who points and taps has no use for it.
    last = target.matches(':focus-visible') ? target : undefined;
    zone = target.closest('[data-zone]') ?? zone;
  };
  // What is about to be taken away is still there when it loses the focus; what somebody turned from stays.
  const onBlur = (): void =>
    void setTimeout(() => {
      if (last?.isConnected && last !== document.activeElement) last = undefined;
    });
  const onChange = (): void => {
    if (!last || last.isConnected || (document.activeElement && document.activeElement !== document.body)) return;
    const stop = '[data-stop][tabindex="0"]';
    const kept = zone?.isConnected ? zone.querySelector<HTMLElement>(stop) : null;
    const place = kept ?? screen.querySelector<HTMLElement>(`[data-zone] ${stop}`) ?? document.getElementById('act') ?? screen;
    place.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(onChange);
  watch.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('focusout', onBlur);
  return {
    destroy() {
      watch.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
    },
  };
}
