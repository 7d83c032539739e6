import { elementsOf } from "./elements"

/** Adds reveal buttons to password fields; they are hidden without a script. */
export function offerPasswordReveal(part: ParentNode) {
  for (const button of elementsOf("[data-reveals]", HTMLButtonElement, part)) {
    const field = document.getElementById(button.dataset.reveals ?? "")
    if (!(field instanceof HTMLInputElement)) continue
    button.hidden = false
    button.addEventListener("click", () => {
      const isShown = field.type === "password"
      field.type = isShown ? "text" : "password"
      button.textContent = isShown ? "Hide" : "Show"
      button.setAttribute("aria-pressed", String(isShown))
    })
  }
}
