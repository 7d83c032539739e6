import { elementsOf } from "./elements"

type Sending = {
  /** Shows that the form is on its way; false when it is already. */
  begin(): boolean
  /** Makes the form ready to be sent again. */
  end(): void
}

/**
 * Marks a form as sending: its button shows that, and a second press does nothing. The state is stored on the form,
 * because several scripts read it.
 */
export function sendingOf(form: HTMLFormElement): Sending {
  const [button] = elementsOf("[data-pending]", HTMLElement, form)
  const label = button?.textContent ?? ""
  const setLabel = (text: string) => {
    if (button) button.textContent = text
  }
  return {
    begin() {
      if (form.dataset.sent) return false
      form.dataset.sent = "1"
      setLabel(button?.dataset.pending ?? label)
      return true
    },
    end() {
      delete form.dataset.sent
      setLabel(label)
    },
  }
}

/** Forms that the browser sends by itself. */
export function showPendingForms() {
  for (const form of elementsOf("form[method=post]", HTMLFormElement)) {
    if (form.dataset.failed || !form.querySelector("[data-pending]")) continue
    const sending = sendingOf(form)
    form.addEventListener("submit", (event) => {
      if (!sending.begin()) event.preventDefault()
    })
    // Coming back by the browser's Back, the form is ready again.
    addEventListener("pageshow", sending.end)
  }
}
