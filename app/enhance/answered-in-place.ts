import { markTitle } from "~/utils/refused-title"
import { pageOf } from "./api"
import { elementsOf } from "./elements"
import { send, showPart } from "./sent-forms"
import { focusOn } from "./toast"

/** Forms that are answered where they are, with the message above them. */
export function answerInPlace() {
  for (const part of elementsOf("[data-in-place]", HTMLElement))
    answerPart(part, (toast) => {
      part.prepend(toast)
      focusOn(toast)
    })
}

/** Answers the form of one part: refusals beside its fields; `done` gets the message of the page after it. */
export function answerPart(part: HTMLElement, done: (toast: HTMLElement) => void) {
  const empty = part.cloneNode(true)
  part.addEventListener("submit", (event) => {
    const form = event.target
    if (!(form instanceof HTMLFormElement)) return
    event.preventDefault()
    send(form, {}, async (answer) => {
      const page = await pageOf(answer)
      const [toast] = answer.redirected ? elementsOf("[data-toast]", HTMLElement, page) : []
      if (toast) {
        part.replaceChildren(...empty.cloneNode(true).childNodes)
        document.title = markTitle(document.title, false)
        done(toast)
      } else showPart(part, page)
      return false
    })
  })
}
