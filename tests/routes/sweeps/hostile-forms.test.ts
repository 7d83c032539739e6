import { readFileSync } from "node:fs"
import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { isFormMark, shownName } from "~/utils/form-marks"
import { Browser, dataOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { useSeededDatabase } from "../../support/demo"
import type { FormField } from "../../support/forms"
import {
  type Fields,
  type Found,
  filledIn,
  findForms,
  type Value,
  withoutIds,
} from "../../support/found-forms"
import { livesMany } from "../../support/histories/count"
import { patterns, rowOf } from "../../support/pages"
import { scriptForms } from "../../support/unlinked-forms"

// Every form that anybody in the demo can find by following links, and every field of it, is sent what no one should send.
// Whatever that does is taken back at once, so all of it happens on one database.

/** Actions whose form needs a link from a mail, a half sign-in or a state the demo is not in; their own tests send them worse. */
const elsewhere = new Set([
  "routes/auth/change-email.tsx",
  "routes/auth/confirm-email.tsx",
  "routes/auth/invitation.tsx",
  "routes/auth/new-password.tsx",
  "routes/auth/reset-password.tsx",
  "routes/auth/second-factor.tsx",
  "routes/auth/switch-school.tsx",
  "routes/billing/bank-columns.tsx",
  // the demo's messages are older than ten minutes; announcements.test.ts
  "routes/messaging/edit-message.tsx",
  // nobody in the demo has reported a message; message-reports.test.ts
  "routes/messaging/message-reports.tsx",
  // needs a link from an email; enrollment.test.ts
  "routes/enroll/confirm-inquiry.tsx",
  // needs a link from an email; trial-booking.test.ts
  "routes/enroll/booked-trial.tsx",
  // needs a link from an email; offers.test.ts
  "routes/enroll/offer.tsx",
  // needs a link from an email; notification-preferences.test.ts
  "routes/enroll/unsubscribe.tsx",
  // the demo's school doesn't lock attendance
  "routes/attendance/corrections.tsx",
  "routes/billing/charge.tsx",
  // needs a document that families haven’t answered; consents.test.ts
  "routes/students/consents.tsx",
  // no family of the demo asked for a change; family-changes.test.ts
  "routes/families/family-changes.tsx",
  // a payment that the bank took back; chargebacks.test.ts
  "routes/billing/receipt.tsx",
  // the demo has no exam; exam-and-answers.test.ts
  "routes/schedule/exam-results.tsx",
  // the demo's closures have no lessons to move
  "routes/settings/closure-lessons.tsx",
  "routes/classes/next-term.tsx",
  "routes/learning/progress-report.tsx",
  "routes/registration/select-plan-subscription.ts",
  "routes/selections/selection.tsx",
  "routes/settings/school-export-file.ts",
  // no time is offered and no swap waits; their rules are in the policies, as is the reminders’ schedule but for who invoices alone
  "routes/attendance/freed-times.tsx",
  "routes/attendance/swaps.tsx",
  "routes/billing/reminder-schedule.tsx",
  // nothing of the demo was deleted
  "routes/settings/recently-deleted.tsx",
  "routes/settings/undo-deletion.ts",
  "routes/settings/subscription-end.tsx",
  // no teacher of the demo has left; erase-staff.test.ts
  "routes/teachers/erase-teacher.tsx",
  "routes/family-area/invoices.tsx",
  "routes/family-area/freed-times.tsx",
  // no class of the demo's families takes lessons from packages, so none is sold; buy-packages.test.ts
  "routes/family-area/buy-package.tsx",
  // the demo's school doesn't take requests for leaves; leaves.test.ts
  "routes/family-area/leave.tsx",
  // the demo's school doesn't offer swaps
  "routes/family-area/swaps.tsx",
  "routes/family-area/make-up.tsx",
  "routes/family-area/next-term.tsx",
  "routes/family-area/waiting-lists.tsx",
  "routes/students/import.tsx",
  // the demo's lessons up to now have attendance: nothing is left to mark today
  "routes/attendance/attendance-day.tsx",
  "routes/teacher-area/teacher-home.tsx",
  // the demo has no member of the office who was invited and hasn't come
  "routes/settings/team.tsx",
  // the demo's runs have ended
  "routes/billing/invoice-run.tsx",
  "routes/tasks/task.tsx",
  // the demo's plan has no place for another teacher, so its page shows no form
  "routes/teachers/new-teacher.tsx",
  "routes/teachers/teachers.tsx",
  // the demo's payer who isn't a guardian is of a family that no list shows first
  "routes/billing/outside-payer.tsx",
  // the demo isn't sample data of a new school
  "routes/welcome/sample-data.tsx",
])

let found: Found[] = []
let browsers = new Map<string, Browser>()

beforeAll(async () => {
  // The forms are found at the time at which they are sent, whatever the machine's is.
  fixClock(testNow)
  useSeededDatabase()
  ;({ found, browsers } = await findForms())
  found.push(...scriptForms())
}, 600_000)

const markup = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
const controls = "A\u0000B\u0007\u001b[31m"
const deleted = "018f0000-0000-7000-8000-000000000000"
let foreign = deleted
const textFile = () => new File(["hello"], "a.txt", { type: "text/plain" })

/** What a field is sent instead of, and whether its form says with it what its page showed. */
type Attempt = { what: string; value: Value; isMarked: boolean }

/**
 * Hostile values of a field: all in `npm run test:long`; in `npm test` a third, each kind of value with every
 * third field. An edit form that says what its page showed has that page drawn again, which takes twice the time of the rest. One
 * value of each field is sent with it: another kind of value for the next field, so all are compared.
 */
function attempts(field: FormField, good: Value, number: number): Attempt[] {
  const values = Object.entries(hostile(field, good))
  return values
    .map(([what, value], index) => ({ what, value, isMarked: index === number % values.length }))
    .filter(({ isMarked }, index) => livesMany || isMarked || index % 3 === number % 3)
}

/** What is put in a field's place, by what kind of field it is. */
function hostile({ kind, name }: FormField, good: Value): Record<string, Value> {
  const twice = [...(Array.isArray(good) && good.length ? good : ["x"]), "second"]
  const always = { nothing: undefined, empty: "", spaces: "   ", controls, twice, file: textFile() }
  const broken = { ...always, long: "x".repeat(10_000), markup, formula: "=cmd|' /C calc'!A0" }
  const numbers = {
    huge: "99999999999999999999",
    nan: "NaN",
    infinite: "1e309",
    negative: "-1",
    odd: "1,000.555",
  }
  const days = { never: "2026-02-30", zero: "0000-00-00", last: "9999-12-31", first: "0001-01-01" }
  const ids = { foreign, deleted, unknown: "no-such-choice", proto: "__proto__" }
  if (kind === "date") return { ...broken, ...days, ...numbers }
  if (kind === "time") return { ...broken, late: "25:61" }
  if (kind === "number" || /amount|percent|share|minutes|days|hours|cap/i.test(name))
    return { ...broken, ...numbers }
  if (["select", "radio", "checkbox", "checked", "hidden", "key"].includes(kind)) return { ...broken, ...ids }
  return {
    ...broken,
    hidden: "\ufeff\u200b",
    turned: "\u202egnp.exe",
    lines: "Clara\r\nBcc: zoe@example.com",
  }
}

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

/** Forms whose refusal is a sentence of their own, or whose field is new in each view; the reason is the page's. */
const ownWords =
  /select-plan\.tsx|make-up\.tsx|merge-people\.tsx|session-register\.tsx (save|preview|assign)|student-skills\.tsx save-pieces|new-class\.tsx.*weekdays|lessons-to-settle\.tsx|lesson-card\.tsx \(by a script\)/

/** What a schema says by itself: words for programs, which a form has its own for. */
const schemaWords =
  /Invalid (?:input|option|email(?! address)|url|date|string|key|value)|String must contain|Expected \w+, received|"Required"|Too (?:small|big)|Unrecognized key/

/** A form of which the specification says that it has them. */
const specifiedWords = /^routes\/auth\/forgot-password\.tsx /

/** Pages that ask the payment provider, which these tests don't start: they say so with 502. */
const asksProvider = /^routes\/registration\/select-plan\.tsx /

/** Sends a form, looks at what came of it, and takes it back. */
async function tryOut<Seen>(each: Found, fields: Fields, look: (ask: Browser, send: Send) => Promise<Seen>) {
  const browser = browsers.get(each.person)?.copy() ?? new Browser()
  const action = each.key.action ?? each.form.action
  const sent = Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, Exclude<Value, undefined>] => entry[1] !== undefined,
    ),
  )
  trial("begin")
  try {
    return await look(browser, (how) => {
      const isPage = rowOf(action).file.endsWith(".tsx") && !each.key.action
      return browser.submit(how === "data" && isPage ? dataOf(action) : action, sent)
    })
  } finally {
    trial("rollback")
  }
}
type Send = (how: "data" | "page") => Promise<Response>

/** Whether the form did what it is for: a redirect, or what a script gets in its place. */
const isAccepted = (status: number) => status === 202 || (status >= 300 && status < 400)

const ignored = new Set(["formToken", "fax"])

/** Fields that a key of the form does not read, or reads leniently, with the reason. */
const lenient: [RegExp, string][] = [
  [
    / (archive|up|down|level-up|level-down|recalculate) \(/,
    "the key reads the row it stands in, not what is typed beside it",
  ],
  [/ (familySearch|search)$/, "the keys that save do not read what was searched for"],
  [/cancel-upgrade\.ts/, "leaves the plan as it is, whatever was chosen"],
  [/student-skills\.tsx \* .*states\./, "the key takes one piece off the list, the other rows are not read"],
  [
    / \d{4}-\d\d-\d\d \d\d:\d\d \* .* (date|startTime|roomId)$/,
    "a free time that is pressed takes the place of day, start and room",
  ],
  [/make-up\.tsx .* offer$/, "of two choices the first is read"],
  [/super-admin\/school\.tsx .* message$/, "without a text of its own the school reads the usual one"],
  [
    /charge\.tsx waive .* (amount|description|occurredOn)$/,
    "the key reads the reason, not what is corrected",
  ],
  [/welcome-(?:hours|policies)\.tsx skip /, "the key leaves the step, whatever was typed"],
  [/ remove-texts .* (account|number|price|monthlyLimit)$/, "the key reads the password alone"],
  [/new-resource\.tsx .* file$/, "a text file may be shared"],
]
const isLenient = (name: string, field: string) =>
  lenient.some(([pattern]) => pattern.test(`${name} ${field}`))

const escaped = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;")

describe("hostile forms", () => {
  test("is met by every action: each has a form that was found, or a test of its own", () => {
    const reached = new Set(found.map(({ form, key }) => rowOf(key.action ?? form.action).file))
    const actions = [...new Set(patterns.map(({ file }) => file))]
      .filter((file) => !file.startsWith("routes/api/"))
      .filter((file) => /export (async function|const) action/.test(readFileSync(`app/${file}`, "utf8")))
    expect(actions.filter((file) => !reached.has(file) && !elsewhere.has(file))).toEqual([])
  })

  test("breaks nothing, is refused beside its field, and takes nothing else along", async () => {
    foreign = sqlite()
      .prepare(
        "select c.id from classes c join schools s on s.id = c.school_id where s.name like 'Crescendo%'",
      )
      .pluck()
      .get() as string
    const problems: string[] = []
    const seenFields = new Set<string>()
    let values = 0
    for (const each of found) {
      const good = filledIn(each.form, each.key)
      const asIs = await tryOut(each, good, async (_browser, send) => (await send("data")).status)
      const key: FormField[] = each.key.name
        ? [{ name: each.key.name, kind: "key", value: "", isRequired: false, choices: [] }]
        : []
      for (const field of [...each.form.fields, ...key]) {
        // The marks of a form are read in one place, whatever the form.
        const identity = isFormMark(field.name) ? field.name : `${each.name} ${withoutIds(field.name)}`
        if (ignored.has(field.name) || seenFields.has(identity)) continue
        seenFields.add(identity)
        let isShown = false
        for (const { what, value, isMarked } of attempts(field, good[field.name], seenFields.size)) {
          const fields = { ...good, [field.name]: value }
          const sent = isMarked || field.name === shownName ? fields : { ...fields, [shownName]: undefined }
          values += 1
          const [status, text] = await tryOut(each, sent, async (_browser, send) => {
            const answer = await send("data")
            return [answer.status, answer.status === 400 ? await answer.text() : ""] as const
          })
          const words = `${each.name} of ${each.person} at ${each.page}: ${field.name} (${field.kind}) ${what}`
          const ofSchema = specifiedWords.test(each.name) ? undefined : schemaWords.exec(text)?.[0]
          if (ofSchema) problems.push(`“${ofSchema}”: ${words}`)
          if (status >= 500 && !(status === 502 && asksProvider.test(words)))
            problems.push(`${status} ${words}`)
          if (
            isAccepted(status) &&
            isAccepted(asIs) &&
            mustRefuse(field, what) &&
            !isLenient(each.name, field.name)
          )
            problems.push(`accepted: ${words}`)
          if (isAccepted(status) && what === "markup")
            problems.push(...(await afterMarkup(each, fields, words)))
          if (
            status === 400 &&
            !isShown &&
            !ownWords.test(words) &&
            !["hidden", "key"].includes(field.kind)
          ) {
            isShown = true
            problems.push(...(await asShown(each, fields, field, words)))
          }
        }
      }
    }
    console.info(`${found.length} forms, ${seenFields.size} fields, ${values} values`)
    expect(problems).toEqual([])
  }, 3_600_000)
})

/** What no field of this kind may let pass when everything else is right. */
function mustRefuse({ kind, isRequired, value }: FormField, what: string): boolean {
  if (kind === "password" || kind === "hidden" || kind === "key") return false
  if (what === "controls" || what === "twice" || what === "file")
    return kind !== "checked" && kind !== "checkbox"
  if (isRequired && !value && ["nothing", "empty", "spaces", "hidden"].includes(what)) return true
  if (kind === "date") return ["never", "zero", "last", "markup", "nan", "negative", "formula"].includes(what)
  if (kind === "select" || kind === "radio") return ["unknown", "foreign", "deleted", "markup"].includes(what)
  if (kind === "number") return ["nan", "infinite", "negative", "markup", "huge"].includes(what)
  if (kind === "email" || kind === "url") return ["markup", "formula", "long"].includes(what)
  return kind === "text" && what === "long"
}

/** Text that looks like markup may be saved; where it is shown, it is text. */
async function afterMarkup(each: Found, fields: Fields, words: string): Promise<string[]> {
  const [status, html] = await tryOut(each, fields, async (browser, send): Promise<[number, string]> => {
    const answer = await send("page")
    const to = answer.headers.get("Location")
    if (!to?.startsWith("/")) return [answer.status, ""]
    const next = await browser.visit(to)
    return [next.status, next.headers.get("Content-Type")?.includes("html") ? await next.text() : ""]
  })
  if (status >= 500) return [`${status} after ${words}`]
  return /<script>alert\(1\)|<img src=x/.test(html) ? [`executed: ${words}`] : []
}

/** The refused page: an error summary whose links lead to fields, and everything else as it was typed. */
async function asShown(each: Found, fields: Fields, field: FormField, words: string): Promise<string[]> {
  const page = await tryOut(each, fields, async (_browser, send) => (await send("page")).text())
  // A form with a file says each line break as two characters, as a browser does.
  const html = page.replaceAll("\r\n", "\n")
  const lost = each.form.fields.filter(
    ({ name, kind }) =>
      ["text", "textarea", "email", "tel", "date", "time", "number", "url"].includes(kind) &&
      name !== field.name &&
      !html.includes(escaped([fields[name] ?? ""].flat().map(String)[0] ?? "").replaceAll("\r\n", "\n")),
  )
  const links = [...html.matchAll(/<li><a href="#([^"]+)">/g)].map(([, id = ""]) => id)
  const dead = links.filter((id) => !html.includes(`id="${id}"`))
  return [
    ...(html.includes("There is a problem") ? [] : [`no summary: ${words}`]),
    ...(/<title>Error: /.test(html) ? [] : [`no Error in the title: ${words}`]),
    ...lost.map(({ name }) => `lost ${name}: ${words}`),
    ...dead.map((id) => `a link to nothing, #${id}: ${words}`),
  ]
}
