import type { Browser } from "./app"
import { type FormField, formsOf, type PageForm } from "./forms"
import { pagesOf, rowOf } from "./pages"
import { idsInText } from "./row-ids"
import { type LookedAt, walkedDemo } from "./walked-demo"

// Every form that anyone in the demo can find by following links, from every screen of the route table on. A new form
// joins automatically.

export type Found = {
  person: string
  page: string
  form: PageForm
  key: PageForm["keys"][number]
  name: string
}

export const withoutIds = (text: string) => text.replace(idsInText, "*")

/**
 * On the seeded demo: signs everyone in and looks around, person by person: a form that someone had before is not found
 * again, unless each person's own are asked for. `alsoFrom` adds pages that the walk doesn't come by.
 */
export async function findForms({ ofEach = false, alsoFrom = [] as string[] } = {}): Promise<{
  found: Found[]
  browsers: Map<string, Browser>
  /** The forms of one more page that no page before had; they are known from then on where they are kept. */
  newIn: (page: LookedAt, isKept: boolean) => Found[]
}> {
  const { browsers, pages } = await walkedDemo()
  for (const [person, browser] of browsers)
    for await (const { address, status, html } of pagesOf(browser, () => false, alsoFrom))
      if (status === 200) pages.push({ person, page: address, forms: formsOf(html, address) })
  const known = new Map<string, Set<string>>()
  const newIn = (each: LookedAt, isKept: boolean) => {
    const whose = ofEach ? each.person : ""
    const theirs = known.get(whose) ?? new Set<string>()
    known.set(whose, theirs)
    return newForms(each, isKept ? theirs : new Set(theirs))
  }
  return { found: pages.flatMap((each) => newIn(each, true)), browsers, newIn }
}

/** The forms of a page that no page before had. */
function newForms({ person, page, forms }: LookedAt, known: Set<string>): Found[] {
  return forms.flatMap((form) =>
    form.keys.flatMap((key) => {
      const fields = [...new Set(form.fields.map(({ name }) => withoutIds(name)))].sort().join(" ")
      const { file } = rowOf(key.action ?? form.action)
      const name = `${file} ${withoutIds(key.value ?? "")} (${fields.slice(0, 60)})`
      const identity = `${file} ${fields} ${withoutIds(key.value ?? "").replace(/^\d.*/, "place")} ${recordsOf(page)}`
      if (known.has(identity)) return []
      known.add(identity)
      return [{ person, page, form, key, name }]
    }),
  )
}

/** Which records a page was asked for besides those in its path: the form of a draft isn't that of a new invoice. */
const recordsOf = (page: string) =>
  [...new URLSearchParams(page.split("?")[1])]
    .flatMap(([name, value]) => (withoutIds(value) === "*" ? [name] : []))
    .sort()
    .join(" ")

export type Value = string | string[] | File | undefined
export type Fields = Record<string, Value>

export const demoPassword = "tutti-demo-2026"

/** What a person who fills in only what is asked for would send. */
export function filledIn(form: PageForm, key: Found["key"]): Fields {
  const fields: Record<string, string[]> = {}
  for (const field of form.fields) {
    const values = fields[field.name] ?? []
    fields[field.name] = values
    if (field.kind !== "file" && (field.kind !== "checkbox" || field.isRequired))
      values.push(goodValue(field))
  }
  if (key.name) fields[key.name] = [...(fields[key.name] ?? []), key.value ?? ""]
  const upload = form.fields.find(({ kind }) => kind === "file")
  if (!upload) return fields
  return { ...fields, [upload.name]: new File(["first name\nZoe"], "a.csv", { type: "text/csv" }) }
}

function goodValue({ kind, name, value, isRequired, choices }: FormField): string {
  if (value || kind === "hidden" || name === "fax") return value
  if (!isRequired) return ""
  if (kind === "select" || kind === "radio") return choices.find(Boolean) ?? ""
  if (/email/i.test(name)) return "zoe.okafor@elsewhere.example"
  if (/phone/i.test(name)) return "555 010 0199"
  const byKind: Record<string, string> = {
    date: "2026-12-21",
    time: "10:00",
    number: "1",
    password: demoPassword,
    url: "https://example.com/etude",
  }
  return byKind[kind] ?? "Clara Schumann"
}
