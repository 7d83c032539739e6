import { elementsOf } from "./elements"

/** Follows the link of a page that only leads to the next one. */
export function followLinks() {
  // Replaces the page, so that Back skips it.
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
