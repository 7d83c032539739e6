import { isMarked, markTitle } from "~/utils/refused-title"
import { pageOf } from "./api"
import { elementsOf } from "./elements"
import { fieldsOf } from "./form-fields"
import { sendingOf } from "./pending-button"
import { preparePart } from "./prepared-part"
import { failureToast, focusOn } from "./toast"

/** Forms with `data-failed` are sent by this script: a lost connection then keeps the page and everything typed. */
export function sendForms() {
  document.addEventListener("submit", (event) => {
    const form = event.target
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || !form.dataset.failed) return
    event.preventDefault()
    const answered = async (answer: Response) => {
      const to = answer.headers.get("X-Redirect-To")
      if (to) location.assign(to)
      else showPart(document.getElementById("main"), await pageOf(answer))
      return to !== null
    }
    send(form, { "X-Tell-Redirect": "yes" }, answered, event.submitter)
  })
}

/** Sends a form by one of its buttons; `answered` receives the answer and returns whether the page is being left. */
export async function send(
  form: HTMLFormElement,
  headers: HeadersInit,
  answered: (answer: Response) => Promise<boolean>,
  submitter?: HTMLElement | null,
) {
  const sending = sendingOf(form)
  if (!sending.begin()) return
  addEventListener("pageshow", sending.end, { once: true })
  try {
    const answer = await fetch(form.action, { method: "POST", headers, body: fieldsOf(form, submitter) })
    if (!(await answered(answer))) sending.end()
  } catch {
    sending.end()
    showFailure(form, submitter)
  }
}

/** Replaces this page's part with the answer's, and marks a refusal in the title. */
export function showPart(part: HTMLElement | null, page: Document) {
  const answer = part && page.getElementById(part.id)
  if (!answer) throw new Error("The answer is no page of ours.")
  part.replaceChildren(...answer.childNodes)
  document.title = markTitle(document.title, isMarked(page.title))
  preparePart(part)
}

/** Shows the specification's message for a form without an answer (§8). */
function showFailure(form: HTMLFormElement, submitter?: HTMLElement | null) {
  const { failed = "", failedText = "" } = form.dataset
  const old = "[data-toast=failed], [data-error-summary]"
  for (const message of elementsOf(old, HTMLElement, form.parentElement ?? document)) message.remove()
  const retry = document.createElement("button")
  retry.className = "button"
  retry.type = "button"
  retry.textContent = "Try again"
  retry.addEventListener("click", () => form.requestSubmit(submitter))
  const toast = failureToast(failed, failedText)
  toast.append(retry)
  form.before(toast)
  focusOn(toast)
}
