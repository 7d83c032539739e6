/** The elements that a selector finds in a part of the page and that are of one kind. */
export const elementsOf = <Kind extends Element>(
  selector: string,
  kind: new () => Kind,
  part: ParentNode = document,
): Kind[] =>
  [...part.querySelectorAll(selector)].filter((element): element is Kind => element instanceof kind)

/** The closest element around an event that a selector finds. */
export const around = (event: Event, selector: string): Element | null =>
  event.target instanceof Element ? event.target.closest(selector) : null

/** A press that opens a link elsewhere, or saves it, is the browser's. */
export const opensElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  ctrlKey || metaKey || shiftKey
