/** A toast for a failure, as components/ui/toast.tsx writes it. */
export const failureToast = (title: string, text: string): HTMLElement =>
  toastOf("toast bad", { role: "alert", kind: "failed" }, title, text)

/** The same for what is only told. */
export const noteToast = (title: string, text: string): HTMLElement =>
  toastOf("toast", { role: "status", kind: "done" }, title, text)

function toastOf(look: string, { role, kind }: { role: string; kind: string }, title: string, text: string) {
  const toast = document.createElement("div")
  toast.className = look
  toast.role = role
  toast.dataset.toast = kind
  const line = document.createElement("p")
  const heading = document.createElement("b")
  heading.textContent = title
  line.append(heading, ` ${text}`)
  toast.append(line)
  return toast
}

/** A band as wide as the page's text, for a toast outside of any form. */
export function bandAround(toast: Element): HTMLElement {
  const band = document.createElement("div")
  band.className = "page-width"
  band.append(toast)
  return band
}

/** Moves the focus to a toast, so that it is read. */
export function focusOn(toast: HTMLElement) {
  toast.tabIndex = -1
  toast.focus()
}
