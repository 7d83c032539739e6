// With a script, an act of a list opens over it: the act's own page is drawn as a dialog, and behind it stays what the list
// looked like. Kept in memory alone: opened from elsewhere, or loaded again, the address is the page.

export type ListBehind = { picture: Node; scrolled: number }

type Left = ListBehind & { list: string; act: string; scope: string; ticked: string[] }

let left: Left | undefined
let opened: (Left & { selectionId: string }) | undefined
let isReturning = false
/** The list is left for a page that is drawn over it. */
let isCovered = false

/** Keeps how the list looks and what is ticked in it, as its form is sent. `list` names it with its filters. */
export function leaveList(list: string, form: HTMLFormElement, button: HTMLElement | null) {
  const main = document.getElementById("main")
  if (!main) return
  const picture = document.createDocumentFragment()
  // The page over it has messages of its own, in the same place.
  const parts = [...main.children].filter((each) => !each.matches(".page-messages"))
  picture.append(...parts.map((each) => each.cloneNode(true)))
  // Nothing in it is found, filled in or read out.
  for (const element of picture.querySelectorAll("*"))
    for (const name of ["id", "for", "name", "aria-label", "aria-labelledby", "role"])
      element.removeAttribute(name)
  left = {
    picture,
    scrolled: scrollY,
    list,
    act: button?.getAttribute("value") ?? "",
    scope: form.querySelector<HTMLSelectElement>("[name=scope]")?.value ?? "ticked",
    ticked: [...form.querySelectorAll<HTMLInputElement>(".pick input:checked")].map(({ value }) => value),
  }
}

/**
 * The list was left: for a dialog over it, for an act with a page of its own, such as a message, or for anything else, after which
 * its ticks are gone.
 */
export function afterList() {
  if (left) opened = { ...left, selectionId: "" }
  else if (!isCovered) opened = undefined
  left = undefined
  isCovered = false
}

/** The list that the selection was just made in, or that it was opened over before. */
export function listBehind(selectionId: string): ListBehind | undefined {
  if (left) opened = { ...left, selectionId }
  left = undefined
  isCovered = opened?.selectionId === selectionId
  return isCovered ? opened : undefined
}

/** The dialog closes. Only the list that is drawn in its place is told, if it is the one it was opened over. */
export function returnToList() {
  isReturning = true
  setTimeout(() => {
    isReturning = false
  })
}

/** What was ticked in a list that an act left as it is, with a message: its page comes back without its ticks. */
export function tickedStill(list: string) {
  const refused = left?.list === list ? left : undefined
  left = undefined
  return refused
}

/** What was ticked in a list before the dialog that was just closed, or the page that one came back from, and the act that opened it. */
export const tickedBefore = (list: string, isBack: boolean) =>
  (isReturning || (isBack && opened?.selectionId === "")) && opened?.list === list ? opened : undefined
