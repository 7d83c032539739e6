import { beforeAll, describe, expect, test } from "vitest"
import { Browser } from "../support/app"
import { useSeededDatabase } from "../support/demo"
import type { FormField, PageForm } from "../support/forms"
import { formsOf } from "../support/forms"
import { type Fields, type Found, findForms, withoutIds } from "../support/found-forms"

// Every form that shows what is saved is filled in with something else, saved and opened again: each field must hold what was
// sent. A form whose command drops a field fails here. What was saved is taken back at once.

let found: Found[] = []
let browsers = new Map<string, Browser>()
const results: Result[] = []

type Result = { name: string; kept: string[]; dropped: string[]; refused: string[] }

beforeAll(async () => {
  useSeededDatabase()
  ;({ found, browsers } = await findForms())
  for (const each of found) {
    const result = await tryOut(each)
    if (result) results.push(result)
  }
}, 900_000)

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

const typed = new Set(["text", "textarea", "email", "tel", "url", "date", "time", "number", "color"])
const chosen = new Set(["select", "radio", "checkbox", "checked"])
const isFilledIn = ({ kind, name }: FormField) =>
  (typed.has(kind) || chosen.has(kind)) && !["formToken", "fax"].includes(name)

type State = Record<string, string[]>

/** What a form would send as it stands. */
function stateOf(form: PageForm): State {
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
  if (kind === "date") return [value ? nextDay(value) : "2026-12-21"]
  if (kind === "time") return [value === "10:15" ? "10:30" : "10:15"]
  if (kind === "number" || /amount|percent|share|minutes|hours|cap\b/i.test(name))
    return [/^\d+$/.test(value) ? String(Number(value) + 1) : value ? "12.50" : "1"]
  if (kind === "email" || /email/i.test(name)) return ["zoe.okafor@elsewhere.example"]
  if (kind === "tel" || /phone/i.test(name)) return ["555 010 0198"]
  if (kind === "url") return ["https://example.com/etude"]
  if (kind === "color") return [value === "#1d4e89" ? "#2d6a4f" : "#1d4e89"]
  return [value === "Clara Schumann" ? "Fanny Hensel" : "Clara Schumann"]
}

const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)

/** The fields of a form by name, with what they would hold when each is changed. */
function changesOf(form: PageForm): State {
  const changes: State = {}
  for (const field of form.fields.filter(isFilledIn))
    changes[field.name] = [...(changes[field.name] ?? []), ...changed(field)]
  return changes
}

/** Saves a form with these changes and opens it again; nothing where it was refused or is no longer there. */
async function save(each: Found, changes: State): Promise<State | "refused" | "gone"> {
  const browser = browsers.get(each.person)?.copy() ?? new Browser()
  const fields: State = { ...stateOf(each.form), ...changes }
  if (each.key.name) fields[each.key.name] = [...(fields[each.key.name] ?? []), each.key.value ?? ""]
  trial("begin")
  try {
    const answer = await browser.submit(each.key.action ?? each.form.action, fields as Fields & State)
    if (answer.status < 300 || answer.status > 399) return "refused"
    const page = await browser.visit(each.page)
    if (page.status !== 200) return "gone"
    const again = formsOf(await page.text(), each.page).find(
      (form) => form.action === each.form.action && namesOf(form) === namesOf(each.form),
    )
    return again ? stateOf(again) : "gone"
  } finally {
    trial("rollback")
  }
}
const namesOf = (form: PageForm) => [...new Set(form.fields.map(({ name }) => name))].sort().join()

const isSame = (a: string[] = [], b: string[] = []) => [...a].sort().join("\n") === [...b].sort().join("\n")

async function tryOut(each: Found): Promise<Result | undefined> {
  const before = stateOf(each.form)
  const changes = Object.fromEntries(
    Object.entries(changesOf(each.form)).filter(([name, values]) => !isSame(values, before[name])),
  )
  if (Object.keys(changes).length === 0) return
  const whole = await save(each, changes)
  if (whole === "gone") return
  const result: Result = { name: each.name, kept: [], dropped: [], refused: [] }
  for (const [name, values] of Object.entries(changes)) {
    const after = whole === "refused" ? await save(each, { [name]: values }) : whole
    if (after === "gone") continue
    const list = after === "refused" ? "refused" : isSame(after[name], values) ? "kept" : "dropped"
    result[list].push(
      `${withoutIds(name)}${list === "dropped" && after !== "refused" ? `: ${values.join()} became ${after[name]?.join()}` : ""}`,
    )
  }
  return result
}

describe("an edit form", () => {
  test("keeps every field", () => {
    console.log(JSON.stringify(results, null, 1))
    expect(results.filter(({ kept, dropped }) => kept.length > 0 && dropped.length > 0)).toEqual([])
  })
})
