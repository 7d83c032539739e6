// Each form of the signed-in area carries one mark. An edit form says what its page showed, so that only what this person changed
// is saved (edge/remix/merged-edits.server.ts); every other form carries a token, so that sent twice it is carried out once
// (edge/remix/bring-back.server.ts). Safe in the browser.

/** What an edit form showed: JSON of its page's address, then the name and value of each field that holds anything. */
export const shownName = "formShown"
/** The token of a form that is carried out once. */
export const onceName = "formOnce"
/** Says that a form is meant again, though the same was carried out minutes ago; its value names what it holds. */
export const againName = "formAgain"
/** Of a form whose act itself asks about the same again. */
export const asksItself = "asks itself"
/** Which version of a disputed field is kept: `keptOf.phone` is "yours" or "theirs". */
export const settledPrefix = "keptOf."

/** Fields that are there for the form itself: no schema reads them, and no refusal repeats them. */
export const isFormMark = (name: string): boolean =>
  name === shownName || name === onceName || name === againName || name.startsWith(settledPrefix)

export type Shown = { page: string; values: Map<string, string[]> }

export const writeShown = (page: string, fields: Iterable<readonly [name: string, value: string]>): string =>
  JSON.stringify([page, ...[...fields].flat()])

/** Undefined where it isn't what a page of ours writes. */
export function readShown(text: unknown): Shown | undefined {
  if (typeof text !== "string" || !text) return undefined
  const parts = partsOf(text)
  if (!parts) return undefined
  const [page = "", ...rest] = parts
  if (!/^\/(?!\/)/.test(page)) return undefined
  const values = new Map<string, string[]>()
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const name = rest[at] ?? ""
    values.set(name, [...(values.get(name) ?? []), rest[at + 1] ?? ""])
  }
  return { page, values }
}

function partsOf(text: string): string[] | undefined {
  try {
    const parts: unknown = JSON.parse(text)
    return Array.isArray(parts) && parts.every((part) => typeof part === "string") ? parts : undefined
  } catch {
    return undefined
  }
}

/** A field that two people changed differently since one of them opened it. */
export type Disputed = {
  name: string
  label: string
  /** what is said beside the field */
  message: string
  yours: string
  theirs: string
}

/** What a refused edit form is told besides its errors: which fields are disputed, and what it shows from now on. */
export type Disputes = { formId: string; fields: Disputed[]; shown: string }
