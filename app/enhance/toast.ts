/** A toast for a failure, as components/ui/toast.tsx writes it. */
export function failureToast(title: string, text: string): HTMLElement {
  const toast = document.createElement("div")
  toast.className = "toast bad"
  toast.role = "alert"
  toast.dataset.toast = "failed"
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
