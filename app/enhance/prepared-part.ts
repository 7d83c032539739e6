import { elementsOf } from "./elements"
import { offerPasswordReveal } from "./password-reveal"

/** Does what a part of a page needs when it arrives, with the page or later. */
export function preparePart(part: ParentNode) {
  offerPasswordReveal(part)
  // The school's time zone is the browser's until someone chooses another.
  for (const field of elementsOf("[data-time-zone]", HTMLInputElement, part))
    field.value = Intl.DateTimeFormat().resolvedOptions().timeZone ?? ""
  // A refused form is read from its summary on.
  elementsOf("[data-error-summary]", HTMLElement, part)[0]?.focus()
}
