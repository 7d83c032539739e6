import { beforeAll, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { notSaved } from "~/utils/form-in-hand.server"
import { Browser, locationOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { browserOf, useSeededDatabase } from "../../support/demo"
import { type Fields, type Found, filledIn, findForms } from "../../support/found-forms"

// A person's sign-in ends while they fill in a form. They log in again and find the form with everything typed; nothing
// was carried out, before or after.

let found: Found[] = []
let browsers = new Map<string, Browser>()
beforeAll(async () => {
  // The forms are found at the time at which they are sent, whatever the machine's is.
  fixClock(testNow)
  useSeededDatabase()
  ;({ found, browsers } = await findForms())
}, 600_000)

const typedKinds = new Set(["text", "textarea", "email", "tel", "url", "number", "date", "time"])

/** Beside the fields of a row, or to leave a step as it is. */
const ofRow = /^(archive|up|down|recalculate|skip)$/
/** An answer to an event, with the number of guests beside it. */
const answersEvent = /routes\/(schedule|family-area)\/occasions?\.tsx (enter-)?(yes|no|remove) /
/** Leaving a form takes nothing of it along, whatever was typed. */
const leaves = /routes\/registration\/cancel-upgrade\.ts /

describe("a form sent after its login had ended", () => {
  test("is shown again to the same person, whatever the form", async () => {
    const problems: string[] = []
    for (const { person, page, form, key, name } of found) {
      if (person === "nobody" || leaves.test(name)) continue
      const typed: Fields = { ...filledIn(form, key) }
      const texts = form.fields.filter(({ kind, name: field }) => typedKinds.has(kind) && field !== "fax")
      if (texts.length === 0 || typeof typed.formToken === "undefined") continue
      const marks: string[] = []
      for (const field of texts) {
        if (!["text", "textarea"].includes(field.kind) || field.value || !field.isRequired) continue
        typed[field.name] = `Kept ${marks.length}`
        marks.push(`Kept ${marks.length}`)
      }
      const browser = (browsers.get(person) ?? new Browser()).copy()
      browser.forget("tutti")
      const action = key.action ?? form.action
      const sent = Object.fromEntries(
        Object.entries(typed).filter((entry): entry is [string, string | string[]] => {
          return entry[1] !== undefined && !(entry[1] instanceof File)
        }),
      )
      const refused = await browser.submit(action, sent)
      const to = new URL(locationOf(refused), "http://x").searchParams.get("to")
      if (refused.status !== 302 || !to) {
        problems.push(`${refused.status} ${name} of ${person} at ${page}`)
        continue
      }
      browser.take(await browserOf(person), "tutti")
      const back = await browser.visit(to)
      const html = await back.text()
      // A button beside the fields of a row is not what was typed: it is to be pressed again, on the page as it is.
      if (back.status === 303 && (ofRow.test(key.value ?? "") || answersEvent.test(name))) continue
      if (back.status !== 200 || !html.includes(notSaved))
        problems.push(`no notice (${back.status}) ${name} of ${person} at ${page}`)
      const lost = marks.filter((mark) => !html.includes(mark))
      if (lost.length) problems.push(`lost ${lost} ${name} of ${person} at ${page}`)
    }
    expect(problems).toEqual([])
  }, 900_000)
})
