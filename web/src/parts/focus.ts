/** Keeps the keyboard in the page: when what has the focus goes away, the focus goes home. */

const HOME = "[data-home], main";

/** Watches the whole page; gives back what stops it. */
export function keepFocus(): () => void {
  let held: Element | null = null;

  function take({ target }: FocusEvent): void {
    held = target as Element;
  }

  /** Whoever leaves what is still there wants to be nowhere. */
  function leave(): void {
    setTimeout(() => {
      if (held?.checkVisibility() && !held.matches(":focus, :disabled")) held = null;
    });
  }

  function look(): void {
    if (!held || document.activeElement !== document.body) return;
    const home = document.querySelector<HTMLElement>(HOME);
    if (!home) return;
    if (!home.hasAttribute("tabindex")) home.tabIndex = -1;
    home.focus({ preventScroll: true });
  }

  // A frame later, since the browser itself drops the focus only when it paints.
  const observer = new MutationObserver(() => requestAnimationFrame(() => requestAnimationFrame(look)));
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden"] });
  document.addEventListener("focusin", take);
  document.addEventListener("focusout", leave);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", take);
    document.removeEventListener("focusout", leave);
  };
}
