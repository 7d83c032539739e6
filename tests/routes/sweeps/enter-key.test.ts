import { beforeAll, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../support/clock"
import { useSeededDatabase } from "../../support/demo"
import type { FormKey } from "../../support/forms"
import { type Found, findForms, withoutIds } from "../../support/found-forms"
import { rowOf } from "../../support/pages"

// Enter in a field presses the first button of its form in the order of the page. So in every form that anybody in the
// demo finds, that button is the form's main act, or a disabled one where Enter is to do nothing: in a list's selection
// and in the answer to a request, whose acts are equals.

let found: Found[] = []
beforeAll(async () => {
  // The forms are found at the time at which they are sent, whatever the machine's is.
  fixClock(testNow)
  useSeededDatabase()
  ;({ found } = await findForms())
}, 600_000)

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
