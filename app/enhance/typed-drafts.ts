import { elementsOf } from "./elements"
import { fieldsOf } from "./form-fields"

// What a visitor typed or chose in a form with a longer text is there again when the page is loaded again: browsers do that by
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
    const draft = readDraft(keyOf(form))
    if (draft.size > 0) for (const field of form.elements) fill(field, draft)
  }
}

/** A choice that the page no longer offers isn't made: no other choice is sent in its name. */
function fill(field: Element, draft: URLSearchParams) {
  if (field instanceof HTMLInputElement && (field.type === "radio" || field.type === "checkbox"))
    field.checked = draft.getAll(field.name).includes(field.value)
  else if (field instanceof HTMLSelectElement) {
    const chosen = [...field.options].find(({ value }) => value === draft.get(field.name))
    if (chosen) chosen.selected = true
  } else if (
    field instanceof HTMLTextAreaElement ||
    (field instanceof HTMLInputElement && field.type !== "hidden")
  )
    field.value = draft.get(field.name) ?? field.value
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
