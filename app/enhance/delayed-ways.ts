import { elementsOf } from "./elements"

/** A page that only says where to go next goes there by itself. */
export function followLinks() {
  // In its place: Back leads past it, not into it again.
  for (const link of elementsOf("[data-follow-after]", HTMLAnchorElement))
    setTimeout(() => location.replace(link.href), Number(link.dataset.followAfter))
}

/** A link, form or button that acts a moment later, as the specification has it (§9). */
export function delayWays() {
  for (const way of elementsOf("[data-after]", HTMLElement))
    way.addEventListener(way instanceof HTMLFormElement ? "submit" : "click", (event) => {
      event.preventDefault()
      setTimeout(() => take(way), Number(way.dataset.after))
    })
}

function take(way: HTMLElement) {
  if (way instanceof HTMLAnchorElement) location.assign(way.href)
  else if (way instanceof HTMLFormElement) way.submit()
  else if (way instanceof HTMLButtonElement && way.form) {
    way.form.action = way.formAction
    way.form.submit()
  }
}
