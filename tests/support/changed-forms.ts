import type { FormField, PageForm } from "./forms"

// Forms that show what is saved, filled in with something else.

/** Does what follows in one transaction of the app's, and takes it back. */
export const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

const typed = new Set(["text", "textarea", "email", "tel", "url", "date", "time", "number", "color"])
const chosen = new Set(["select", "radio", "checkbox", "checked"])
const isFilledIn = ({ kind, name }: FormField) =>
  (typed.has(kind) || chosen.has(kind)) && !["formToken", "fax"].includes(name)

export type State = Record<string, string[]>

/** What a form would send as it stands. */
export function stateOf(form: PageForm): State {
  const state: State = {}
  for (const { name, kind, value } of form.fields) {
    state[name] ??= []
    if (kind !== "checkbox" && kind !== "file") state[name].push(value)
  }
  return state
}

/** The field with something else in it; what it holds already where there is nothing else to choose. */
function changed({ name, kind, value, choices }: FormField): string[] {
  if (kind === "checkbox") return [value]
  if (kind === "checked") return []
  if (kind === "select" || kind === "radio")
    return [choices.find((choice) => choice && choice !== value) ?? value]
  // A lesson moves to a later day; most other days must not lie ahead.
  if (name === "birthDate" && !value) return ["2014-06-03"]
  if (kind === "date") return [value ? dayFrom(value, name === "date" ? 1 : -1) : "2026-12-21"]
  if (kind === "time") return [value === "10:15" ? "10:30" : "10:15"]
  // One less: a percentage may be whole already. The IDs beside a student's own are taken.
  if (/^[1-9]\d*$/.test(value) && name !== "code") return [value === "1" ? "2" : String(Number(value) - 1)]
  if (
    kind === "number" ||
    /amount|percent|share|minutes|hours|allowance|days\b|cap\b|^months$|^price$|^(guestF|f)ee$|^stock$/i.test(
      name,
    )
  )
    return [value && value !== "0" ? "12.5" : "1"]
  if (name === "choices") return ["Clara Schumann\nFanny Hensel"]
  if (kind === "email" || /email/i.test(name)) return ["zoe.okafor@elsewhere.example"]
  if (kind === "tel" || /phone/i.test(name)) return ["555 010 0198"]
  if (kind === "url") return ["https://example.com/etude"]
  if (kind === "color") return [value === "#1d4e89" ? "#2d6a4f" : "#1d4e89"]
  return [value === "Clara Schumann" ? "Fanny Hensel" : "Clara Schumann"]
}

const dayFrom = (day: string, days: number) =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** The fields of a form by name, with what they would hold when each is changed. */
export function changesOf(form: PageForm): State {
  const changes: State = {}
  for (const field of form.fields.filter(isFilledIn))
    changes[field.name] = [...(changes[field.name] ?? []), ...changed(field)]
  return changes
}

/** An amount is shown with its cents, however it was typed. */
const plain = (value: string) => (/^-?\d+\.\d{1,2}$/.test(value) ? String(Number(value)) : value)

export const isSame = (a: string[] = [], b: string[] = []) =>
  a.map(plain).sort().join("\n") === b.map(plain).sort().join("\n")

/** Something else again for a field; undefined where it has only two values. */
export function otherThan(form: PageForm, name: string, values: string[]): string[] | undefined {
  const fields = form.fields.filter((field) => field.name === name)
  const [field] = fields
  if (!field || fields.length > 1) return undefined
  const { kind, value, choices } = field
  const [taken = ""] = values
  if (kind === "checkbox" || kind === "checked") return undefined
  if (kind === "select" || kind === "radio") {
    const other = choices.find((choice) => choice && choice !== value && choice !== taken)
    return other === undefined ? undefined : [other]
  }
  const next = changed({ ...field, value: taken })[0] ?? ""
  return next && next !== taken && next !== value ? [next] : [`${taken.replace(/\d$/, "")}7`]
}
