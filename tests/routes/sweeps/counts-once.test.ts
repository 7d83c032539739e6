import { beforeAll, describe, expect, test } from "vitest"
import { againName, onceName, shownName } from "~/utils/form-marks"
import { Browser, locationOf } from "../../support/app"
import { trial } from "../../support/changed-forms"
import { useSeededDatabase } from "../../support/demo"
import { type Fields, type Found, filledIn, findForms } from "../../support/found-forms"

// Every form that makes or does something is sent twice from one page: it counts once, and both times the answer is the same. A
// page opened after that sends another one; where it holds the same, it is asked about first.

const carriedOut = new Set<string>()
const twice: string[] = []
const withoutMark = new Set<string>()
/** Its second task finds that one of the two families is gone. */
const mergesNothing = "routes/students/merge-families.tsx"
const askedAfterBack = new Set<string>()
const afterBack: string[] = []

/** Forms that a visitor sends, who has no login that would tell one from another, each with the reason. */
const ofVisitors: [RegExp, string][] = [
  [
    /registration\/(second-school-form|register-school|register-solo-teacher)\.tsx /,
    "the email says whether it is registered; register.test.ts",
  ],
  [/registration\/add-school\.tsx /, "the first one ends the login it was sent with"],
  [/^routes\/auth\/|^routes\/api\//, "a login"],
]
/** A public page is the same for every visitor: its message counts once by its words, without a token. */
const isPublic = (name: string) => /^routes\/public\/(?!live-demo)/.test(name)
const isOfVisitor = (name: string) => ofVisitors.some(([pattern]) => pattern.test(name))

/** Tables that no one reads as a record. */
const besides = new Set(["rate_limits", "sign_in_tries", "carried_forms", "sign_ins"])

const ask = (query: string) =>
  (globalThis as typeof globalThis & { tuttiAsk?: (query: string) => unknown[] }).tuttiAsk?.(query) ?? []

let counting = ""

/** How many rows each table has, in the app's own transaction. */
function rows(): string {
  counting ||= (
    ask("select name from sqlite_master where type = 'table' and sql not like 'create virtual%'") as {
      name: string
    }[]
  )
    .filter(({ name }) => !/^(sqlite_|__drizzle|help_articles)/.test(name) && !besides.has(name))
    .map(({ name }) => `select '${name}' as name, count(*) as rows from "${name}"`)
    .join(" union all ")
  return JSON.stringify(ask(counting))
}

beforeAll(async () => {
  useSeededDatabase()
  const { found, browsers } = await findForms()
  for (const each of found) {
    const browser = browsers.get(each.person) ?? new Browser()
    trial("begin")
    try {
      await tryOut(each, browser)
    } finally {
      trial("rollback")
    }
  }
}, 1_800_000)

const isAccepted = ({ status }: Response) => status >= 300 && status < 400

async function tryOut(each: Found, person: Browser) {
  const fields = filledIn(each.form, each.key) as Fields & Record<string, string | string[] | File>
  const send = () => person.copy().submit(each.key.action ?? each.form.action, fields)
  const before = rows()
  const first = await send()
  if (!isAccepted(first) || each.form.fields.some(({ name }) => name === shownName)) return
  if (!each.form.fields.some(({ name }) => name === onceName))
    withoutMark.add(`${each.name} of ${each.person}`)
  const after = rows()
  if (after === before) return
  const second = await send()
  const name = `${each.name} of ${each.person} at ${each.page}`
  carriedOut.add(each.name)
  if (rows() !== after) twice.push(`made twice: ${name}`)
  else if (second.status !== first.status || placeOf(second) !== placeOf(first))
    twice.push(`${second.status} ${placeOf(second)} after ${first.status} ${placeOf(first)}: ${name}`)
  await pressAfterBack(each, person, fields, { name, after })
}

/** Back opens the page anew, with other keys, and the browser fills in what was typed. */
async function pressAfterBack(
  each: Found,
  person: Browser,
  fields: Record<string, string | string[] | File>,
  { name, after }: { name: string; after: string },
) {
  const keys = ["formKey", "key"].filter((key) => fields[key])
  if (keys.length === 0 && !(againName in fields)) return
  const fresh = Object.fromEntries(keys.map((key) => [key, `${String(fields[key])}b`]))
  const again = { ...fields, ...fresh, [onceName]: "of another page" }
  const answer = await person.copy().submit(each.key.action ?? each.form.action, again)
  askedAfterBack.add(each.name)
  if (rows() !== after && !each.name.startsWith(mergesNothing))
    afterBack.push(`${answer.status} ${placeOf(answer)}: ${name}`)
}

const placeOf = (answer: Response) => locationOf(answer)

describe("a form that makes something", () => {
  test("counts once when it is sent twice", () => {
    console.info(`${carriedOut.size} forms made something, and counted once`)
    expect(twice.filter((text) => !isOfVisitor(text))).toEqual([])
    expect(carriedOut.size).toBeGreaterThan(150)
  })

  test("and has a key makes nothing more when Back has filled it in again and it is pressed", () => {
    console.info(`${askedAfterBack.size} forms with a key, pressed after Back`)
    expect(afterBack).toEqual([])
  })

  test("carries the token of its page", () => {
    expect([...withoutMark].filter((name) => !isOfVisitor(name) && !isPublic(name))).toEqual([])
  })
})
