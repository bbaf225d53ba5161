/** Keeps the keyboard in the page: when what has the focus goes away, the focus goes home. */

/** Where the focus is at home: at the decision of a table, else in the page at large. */
const home = (): HTMLElement | null =>
  document.querySelector<HTMLElement>("[data-home]") ?? document.querySelector("main");

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
    const place = home();
    if (!place) return;
    if (!place.hasAttribute("tabindex")) place.tabIndex = -1;
    place.focus({ preventScroll: true });
  }

  // A frame later, since the browser itself drops the focus only when it paints.
  const observer = new MutationObserver(() =>
    requestAnimationFrame(() => requestAnimationFrame(look)),
  );
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ["disabled", "hidden"],
  });
  document.addEventListener("focusin", take);
  document.addEventListener("focusout", leave);
  return () => {
    observer.disconnect();
    document.removeEventListener("focusin", take);
    document.removeEventListener("focusout", leave);
  };
}
