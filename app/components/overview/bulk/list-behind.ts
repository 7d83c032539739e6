// With a script, an act of a list opens over it: the act's own page is drawn as a dialog, and behind it stays what the list
// looked like. Kept in memory alone: opened from elsewhere, or loaded again, the address is the page.

export type ListBehind = { picture: Node; scrolled: number }

type Left = ListBehind & { list: string; act: string; scope: string; ticked: string[] }

let left: Left | undefined
let opened: (Left & { selectionId: string }) | undefined
let isReturning = false

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

/** The list was left for another page than one of its acts. */
export function forgetList() {
  left = undefined
}

/** The list that the selection was just made in, or that it was opened over before. */
export function listBehind(selectionId: string): ListBehind | undefined {
  if (left) opened = { ...left, selectionId }
  left = undefined
  return opened?.selectionId === selectionId ? opened : undefined
}

/** The dialog closes. Only the list that is drawn in its place is told, if it is the one it was opened over. */
export function returnToList() {
  isReturning = true
  setTimeout(() => {
    isReturning = false
  })
}

/** What was ticked in a list before the dialog that was just closed, and the act that opened it. */
export const tickedBefore = (list: string) => (isReturning && opened?.list === list ? opened : undefined)
