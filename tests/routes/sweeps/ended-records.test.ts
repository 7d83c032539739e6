import { beforeAll, expect, test } from "vitest"
import { Browser } from "../../support/app"
import { useSeededDatabase } from "../../support/demo"
import { formsOf } from "../../support/forms"
import { type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { rowOf } from "../../support/pages"
import { idsInText } from "../../support/row-ids"

// A record ends in one tab (an event is canceled, a member removed, an invoice made void) while its pages are open in another. What
// an ended record no longer offers isn't done from the old page either: it never says that it was. A new form joins by itself.

let found: Found[] = []
let browsers = new Map<string, Browser>()

beforeAll(async () => {
  useSeededDatabase()
  ;({ found, browsers } = await findForms({ ofEach: true }))
}, 900_000)

/** What is done all the same, and does what it says, with the reason. */
const doneAllTheSame: [pair: RegExp, why: string][] = [
  [
    /session-slot\.tsx .* > routes\/schedule\/session-slot\.tsx \d/,
    "another free time: the lesson is moved on to it",
  ],
  [
    /session-register\.tsx .* > routes\/classes\/session-register\.tsx/,
    "attendance compares both; two-devices.test.ts",
  ],
  [
    /invoice-write-off\.tsx .* > routes\/billing\/invoice\.tsx pay /,
    "money that came is recorded, and told where it went",
  ],
  [
    /session-slot\.tsx .* > routes\/classes\/session-register\.tsx (assign|skill) /,
    "an assignment and a skill are the student’s own, whatever becomes of the lesson",
  ],
  [
    /session-register\.tsx save .* > routes\/schedule\/session-slot\.tsx .*onlineLink/,
    "the lesson’s video link is changed beside its attendance",
  ],
  [/invoice-void\.tsx .* > routes\/billing\/invoice\.tsx end-link /, "its link is turned off"],
]

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

/** The record that a page is about: the last one in its path. */
const recordOf = (page: string) => (page.split("?")[0] ?? "").match(idsInText)?.at(-1)

type Offered = Pick<Found, "form" | "key" | "page" | "name">

/** What is the same form on both looks at a page, whatever it holds. */
const identityOf = ({ form, key }: Offered) =>
  [(key.action ?? form.action).split("?")[0], key.name, key.value].join(" ")

async function send({ form, key }: Offered, person: string): Promise<{ status: number; says: string }> {
  const filled = Object.entries(filledIn(form, key)).filter(
    (entry): entry is [string, string[]] => !!entry[1],
  )
  const answer = await personOf(person).submit(key.action ?? form.action, Object.fromEntries(filled))
  await answer.body?.cancel()
  return { status: answer.status, says: toastIn(answer) }
}

const personOf = (name: string) => browsers.get(name)?.copy() ?? new Browser()

/** The message that an answer brings to the next page, with its tone. */
function toastIn(answer: Response): string {
  const cookie = answer.headers.getSetCookie().find((each) => each.startsWith("toast="))
  const [signed = ""] = (cookie?.slice("toast=".length) ?? "").split(";")
  const [value = ""] = decodeURIComponent(signed).split(".")
  if (!value) return ""
  const { tone, title } = JSON.parse(Buffer.from(value, "base64").toString()) as {
    tone: string
    title: string
  }
  return `${tone}: ${title}`
}

async function offeredAt(pages: Iterable<string>, person: string): Promise<Offered[]> {
  const offered: Offered[] = []
  for (const page of pages) {
    const answer = await personOf(person).visit(page)
    const html = await answer.text()
    if (answer.status !== 200) continue
    for (const form of formsOf(html, page))
      for (const key of form.keys) {
        const { file } = rowOf(key.action ?? form.action)
        const names = [...new Set(form.fields.map(({ name }) => withoutIds(name)))].sort().join(" ")
        offered.push({
          page,
          form,
          key,
          name: `${file} ${withoutIds(key.value ?? "")} (${names.slice(0, 60)})`,
        })
      }
  }
  return offered
}

/** Which of these forms no page of the record has any more; the pages that had them are looked at first. */
async function goneFrom(pages: Iterable<string>, offered: readonly Offered[], person: string) {
  const gone = new Set(offered.map(identityOf))
  for (const page of new Set([...offered.map((each) => each.page), ...pages])) {
    if (gone.size === 0) break
    for (const each of await offeredAt([page], person)) gone.delete(identityOf(each))
  }
  return gone
}

/** Each record that forms were found of, with every page of its kind. */
function recordsOf(found: readonly Found[]) {
  const records = new Map<string, { person: string; pages: Set<string> }>()
  const kinds = new Map<string, Set<string>>()
  for (const { person, page } of found) {
    const id = recordOf(page)
    if (!id) continue
    const kind = `${person} ${page.slice(0, page.indexOf(id))}`
    kinds.set(kind, (kinds.get(kind) ?? new Set()).add(page.slice(page.indexOf(id) + id.length)))
    records.set(`${kind}${id}`, { person, pages: new Set() })
  }
  for (const [name, { person, pages }] of records)
    for (const [kind, ends] of kinds)
      if (name.startsWith(kind) && !name.slice(kind.length).includes("/"))
        for (const end of ends) pages.add(`${name.slice(person.length + 1)}${end}`)
  return [...records.values()]
}

test("what an ended record no longer offers isn’t said to be done", async () => {
  const problems: string[] = []
  const tried = new Set<string>()
  const started = Date.now()
  let acts = 0
  for (const { person, pages } of recordsOf(found)) {
    const forms = await offeredAt(pages, person)
    for (const each of forms) {
      const untried = forms.filter(
        (other) => other.name !== each.name && !tried.has(`${each.name} > ${other.name}`),
      )
      if (untried.length === 0) continue
      trial("begin")
      try {
        const { status, says } = await send(each, person)
        if (status >= 400 || says.startsWith("bad")) continue
        acts += 1
        const gone = await goneFrom(pages, untried, person)
        for (const other of untried) {
          const pair = `${each.name} > ${other.name}`
          if (tried.has(pair)) continue
          tried.add(pair)
          if (!gone.has(identityOf(other))) continue
          const again = await send(other, person)
          if (again.status >= 500 || again.says.startsWith("good"))
            if (again.status >= 500 || !doneAllTheSame.some(([known]) => known.test(pair)))
              problems.push(`${pair} at ${other.page} by ${person}: ${again.status} ${again.says}`)
        }
      } finally {
        trial("rollback")
      }
    }
  }
  console.info(`${acts} acts, ${tried.size} pairs, ${(Date.now() - started) / 1000} s`)
  expect(acts).toBeGreaterThan(200)
  expect(problems).toEqual([])
}, 3_600_000)
