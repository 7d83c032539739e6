import { elementsOf } from "./elements"
import { fieldsOf } from "./form-fields"

// What a visitor typed into a form with a longer text is there again when the page is loaded again: browsers do that by
// themselves only for Back. It stays in the tab.

const formsIn = (part: ParentNode) => elementsOf("form:has(textarea)", HTMLFormElement, part)
const keyOf = (form: HTMLFormElement) => `draft ${form.id}`

export function keepDrafts() {
  addEventListener("pagehide", () => {
    for (const form of formsIn(document)) sessionStorage.setItem(keyOf(form), String(fieldsOf(form)))
  })
}

/** Fills the forms of a part of the page again, once, after the page was loaded again. */
export function bringDraftsBack(part: ParentNode = document) {
  const [entry] = performance.getEntriesByType("navigation")
  if (!(entry instanceof PerformanceNavigationTiming && entry.type === "reload")) return
  for (const form of formsIn(part)) {
    for (const [name, value] of readDraft(keyOf(form))) {
      const field = form.elements.namedItem(name)
      const isTyped = field instanceof HTMLInputElement && field.type !== "hidden"
      if (isTyped || field instanceof HTMLTextAreaElement || field instanceof HTMLSelectElement)
        field.value = value
    }
  }
}

function readDraft(key: string): URLSearchParams {
  try {
    const draft = sessionStorage.getItem(key) ?? ""
    sessionStorage.removeItem(key)
    return new URLSearchParams(draft)
  } catch {
    // Without storage the form is as new.
    return new URLSearchParams()
  }
}
