/**
 * Puts the focus on what a screen begins with. A document is there before its scripts begin: for whoever scrolls, types or presses
 * something in it by then nothing moves, or their press would end on something else and do nothing.
 */
export function focusNew(element: HTMLElement | null, options?: FocusOptions & { scrollsTo?: boolean }) {
  if (!element || isAtWork()) return
  element.focus(options)
  if (options?.scrollsTo) element.scrollIntoView({ block: "nearest" })
}

/** Whether the person is doing something in a document that React is only taking over. */
function isAtWork(): boolean {
  const { activeElement, body, documentElement } = document
  if (documentElement.dataset.hydrated === "yes") return false
  const isElsewhere = scrollY > 0 || (activeElement !== null && activeElement !== body)
  // React takes over at once for a press; it is under way then.
  return isElsewhere || window.event instanceof UIEvent || document.querySelector(":active") !== null
}
