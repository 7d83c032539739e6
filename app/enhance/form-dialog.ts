import { answerPart } from "./answered-in-place"
import { pageOf } from "./api"
import { fillCountryCode } from "./country-code"
import { around, elementsOf, opensElsewhere } from "./elements"
import { bandAround, focusOn } from "./toast"
import { bringDraftsBack } from "./typed-drafts"

/** Opens a linked form in a dialog, fetched so that it starts as it would on its own page. */
export function openFormsInDialogs() {
  for (const link of elementsOf("[data-dialog]", HTMLAnchorElement))
    link.addEventListener("click", async (event) => {
      if (opensElsewhere(event)) return
      event.preventDefault()
      try {
        const page = await pageOf(await fetch(link.href))
        openOver(page.getElementById(link.dataset.dialog ?? ""))
        fillCountryCode()
      } catch {
        location.assign(link.href)
      }
    })
}

function openOver(part: HTMLElement | null) {
  if (!part) throw new Error("The page has no such form.")
  const dialog = document.createElement("dialog")
  dialog.ariaLabel = part.querySelector("h1")?.textContent ?? null
  dialog.append(part)
  document.body.append(dialog)
  bringDraftsBack(dialog)
  dialog.addEventListener("close", () => dialog.remove())
  dialog.addEventListener("click", (event) => {
    if (!around(event, "[data-dialog-close]")) return
    event.preventDefault()
    dialog.close()
  })
  answerPart(part, (toast) => {
    dialog.close()
    document.getElementById("main")?.prepend(bandAround(toast))
    focusOn(toast)
  })
  dialog.showModal()
}
