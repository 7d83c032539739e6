import { schools } from "db/schema/accounts-schools"
import { beforeAll, describe, expect, test } from "vitest"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { trial } from "../../support/changed-forms"
import { testNow } from "../../support/clock"
import { useSeededDatabase } from "../../support/demo"
import { type FormKey, formsOf } from "../../support/forms"
import { type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { rowOf } from "../../support/pages"
import { rowOf as rowWith } from "../../support/school"
import { giveStripe, takeStripe } from "../../support/stripe"

// Enter in a field presses the first button of its form in the order of the page. So in every form that anybody in the
// demo finds, that button is the form's main act, or a disabled one where Enter is to do nothing: in a list's selection
// and in the answer to a request, whose acts are equals.

let found: Found[] = []
let browsers = new Map<string, Browser>()
beforeAll(async () => {
  // The forms are found at the time at which they are sent, whatever the machine's is.
  fixClock(testNow)
  useSeededDatabase()
  ;({ found, browsers } = await findForms())
  found.push(...(await formsWithStripe()))
}, 600_000)

/** No school of the demo has its own Stripe account: the form that changes it, where one has. */
async function formsWithStripe(): Promise<Found[]> {
  const [person, page] = ["admin@harmony.example", "/settings/school?edit=stripe"]
  const actor = schoolActor(rowWith(schools, { name: "Harmony School of Music" })?.id ?? "")
  if (!actor) throw new Error("The demo has no Harmony School of Music.")
  giveStripe(actor)
  const html = await browsers.get(person)?.html(page)
  takeStripe(actor)
  return formsOf(html ?? "", page).flatMap((form) =>
    form.keys.map((key) => ({ person, page, form, key, name: "stripe" })),
  )
}

/** Fields in which Enter sends the form. */
const sending = new Set([
  "text",
  "email",
  "tel",
  "url",
  "search",
  "password",
  "number",
  "date",
  "time",
  "month",
  "checkbox",
  "checked",
  "radio",
])

/** What only shows something: Enter may do it where the main act mails, charges or removes. */
const harmless = new Set(["check", "dry", "enter", "preview"])

const deed = ({ name = "", value = "", action = "" }: FormKey) =>
  withoutIds(`${name}=${value} ${action}`.trim())

describe("Enter in a field", () => {
  test("does what the form is for, never what another button does", () => {
    expect(found.map(({ key }) => key.value)).toContain("remove-stripe")
    const seen = new Set<string>()
    const problems = found.flatMap(({ form, page }) => {
      const [first] = form.keys
      const deeds = new Set(form.keys.map(deed))
      if (form.hasNoEnter || !first || deeds.size < 2 || !form.fields.some(({ kind }) => sending.has(kind)))
        return []
      const words = `${rowOf(page).path}: ${[...deeds].join(", ")}`
      if (seen.has(words)) return []
      seen.add(words)
      if (!first.isMain) return [`first is not said to be main: ${words}`]
      const looksMain = form.keys.filter(({ isGo }) => isGo).map(deed)
      if (harmless.has(first.value ?? "") || (first.isGo && looksMain[0] === deed(first))) return []
      if (looksMain.length && !looksMain.includes(deed(first))) return [`another looks like main: ${words}`]
      const isSeen = form.keys.slice(1).some((key) => deed(key) === deed(first)) || looksMain.length === 0
      return isSeen ? [] : [`main is nowhere to be seen: ${words}`]
    })
    expect(problems).toEqual([])
  })
})

describe("a name that was typed into a search inside a form, and leads to none", () => {
  const isSearch = ({ name }: { name: string }) => /^(search|familySearch|find\w*)$/.test(name)
  /** A button that looks for names, or shows others. */
  const looks = /^(find|search|name:)/

  test("is never passed over by its main button: nothing is saved, and the form says what to do", async () => {
    const passed: string[] = []
    let tried = 0
    for (const { person, page, form, key, name } of found) {
      const searches = form.fields.filter(isSearch).filter(({ name: field }) => !field.endsWith("Shown"))
      if (searches.length === 0 || looks.test(key.value ?? "") || key.name === "find") continue
      const browser = browsers.get(person)?.copy() ?? new Browser()
      const typed = Object.fromEntries(searches.map((field) => [field.name, "Zzyzx"]))
      const fields = { ...filledIn(form, key), ...typed } as Record<string, string | string[]>
      trial("begin")
      const answer = await browser.submit(key.action ?? form.action, fields)
      const html = await answer.text()
      trial("rollback")
      tried += 1
      if (answer.status !== 400 || !html.includes("Not saved yet: "))
        passed.push(`${name} of ${person} at ${page}: ${answer.status}`)
    }
    expect(passed).toEqual([])
    expect(tried).toBeGreaterThan(5)
  })
})
