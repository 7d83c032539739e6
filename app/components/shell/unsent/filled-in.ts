/**
 * Whether the page's form with this key is filled in: its required fields, and something written or a file where it asks for text.
 * The server says what is missing only once it is reached again: a second tap on a form that was just kept, and is empty since,
 * would be kept too and refused then. Leads to the field that is empty.
 */
export function isFilledIn(sent: FormData): boolean {
  const key = sent.get("entryId")
  const form = [...document.querySelectorAll<HTMLInputElement>('input[name="entryId"]')].find(
    ({ value }) => value === key,
  )?.form
  const fields = [...(form?.elements ?? [])].filter((each) => each.matches("input, select, textarea"))
  const isBlank = (field: Element) => !hasSomething(sent.get(field.getAttribute("name") ?? ""))
  const texts = fields.filter((field) => field.matches("textarea"))
  const hasFile = [...sent.values()].some((value) => value instanceof File && value.size > 0)
  const missing =
    fields.find((field) => field.matches(":required") && isBlank(field)) ??
    (texts.every(isBlank) && !hasFile ? texts[0] : undefined)
  if (!(missing instanceof HTMLElement)) return true
  missing.focus()
  form?.reportValidity()
  return false
}

const hasSomething = (value: FormDataEntryValue | null) =>
  value instanceof File ? value.size > 0 : (value ?? "").trim() !== ""
