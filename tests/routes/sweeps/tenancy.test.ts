import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Browser } from "../../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { type Fields, type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { guardOthers, idsElsewhere, removeGuards, withForeignIds } from "../../support/other-school"
import { rowOf } from "../../support/pages"
import { routeFiles, routeTable } from "../../support/route-table"

// Every address with parameters, asked for Harmony's rows by people of other schools: 404, and nothing changed. And every
// form that the screens really send, with another school's ids: at one's own addresses in each place that takes an id, and
// as it is at the addresses of the school it comes from.

const tables: Record<string, string> = {
  absenceId: "time_off",
  studentId: "students",
  familyId: "families",
  guardianId: "guardians",
  sessionId: "sessions",
  classId: "classes",
  enrollmentId: "enrollments",
  seatId: "seats",
  invoiceId: "invoices",
  paymentId: "payments",
  noteId: "credit_notes",
  packageId: "packages",
  hireId: "hires",
  chargeId: "charges",
  receiptId: "platform_payments",
  importId: "imports",
  taskId: "tasks",
  teacherId: "teachers",
  imageId: "files",
  resourceId: "resources",
  reportId: "reports",
  conversationId: "conversations",
  uploadId: "bank_uploads",
  selectionId: "selections",
  slipId: "pay_slips",
}
/** Addresses whose parameter is no school's row, or that only the platform's staff open. */
const ownerless = new Set([
  "threadKey",
  "kindKey",
  "inquiryKey",
  "schoolKey",
  "staffKey",
  "articleKey",
  "providerKey",
  "feedKey",
  "payKey",
])

const strangers = [
  "admin@crescendo.example",
  "solo@brightkeys.example",
  "teacher@crescendo.example",
  "guardian@crescendo.example",
]
let browsers: [string, Browser][]
let found: Found[] = []
let people = new Map<string, Browser>()
const foreign = new Map<string, string>()

beforeAll(async () => {
  useSeededDatabase()
  ;({ found, browsers: people } = await findForms({ ofEach: true }))
  browsers = await Promise.all(
    strangers.map(async (name) => [name, await browserOf(name)] as [string, Browser]),
  )
  // A selection is made by ticking rows of a list; the demo's people start without one.
  await people
    .get("admin@harmony.example")
    ?.copy()
    .submit("/selections", { noun: "students", act: "enroll", scope: "page", list: "" })
  const school = sqlite().prepare("select id from schools where name = 'Harmony School of Music'").get()
  foreign.set("schoolId", (school as { id: string }).id)
  for (const [parameter, table] of Object.entries(tables)) {
    const row = sqlite()
      .prepare(
        `select t.id from "${table}" t join schools s on s.id = t.school_id where s.name = 'Harmony School of Music' limit 1`,
      )
      .get() as { id: string } | undefined
    if (row) foreign.set(parameter, row.id)
  }
}, 600_000)

const ofHarmony = ["admin@harmony.example", "teacher@harmony.example", "guardian@harmony.example", "milo"]
/** What a form sends, as far as a stranger can send it. */
const asSent = (fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string | string[] | File] => entry[1] !== undefined,
    ),
  )
const intentOf = ({ key }: Found) => (key.name === "intent" ? (key.value ?? "") : "")

/** The forms of Harmony's screens that are sent to a module, each once. */
function formsFor(file: string): Found[] {
  const sent = found.filter(
    ({ form, key, person }) => ofHarmony.includes(person) && rowOf(key.action ?? form.action).file === file,
  )
  return [...new Map(sent.map((each) => [each.name, each])).values()]
}

/**
 * What a stranger might post: the forms that the screens send to the module, their intents with ids of the other school in
 * every field, and, from the first of them, the intents of all other screens, too.
 */
function bodiesFor(
  file: string,
  who: string,
): { intent: string; fields: Record<string, string | string[] | File> }[] {
  const forms = formsFor(file)
  const ids = { ...Object.fromEntries(foreign), ids: [...foreign.values()] }
  return [
    ...[...new Set(["", ...(who === strangers[0] ? found : forms).map(intentOf)])].map((intent) => ({
      intent,
      fields: { intent, ...ids },
    })),
    ...forms.map((each) => ({
      intent: each.name,
      fields: { ...ids, ...asSent(filledIn(each.form, each.key)) },
    })),
  ]
}

const withParameters = routeTable().filter((row) => row.path.includes(":"))

describe("another school's rows", () => {
  for (const { path, id: routeId, layouts, file } of withParameters) {
    const parameters = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? "")
    if (parameters.every((name) => ownerless.has(name))) continue
    test(path, async () => {
      const before = fingerprint()
      let address = path
      for (const name of parameters) {
        const id = foreign.get(name)
        expect(id, `the demo has no row for :${name}; name its table in this test`).toBeDefined()
        address = address.replace(`:${name}`, id ?? "")
      }
      for (const [who, browser] of browsers) {
        const seen = await browser.copy().visit(address)
        expect([404, 302], `GET ${path} as ${who}: ${seen.status}`).toContain(seen.status)
        expect(seen.headers.get("Location") ?? "/", `GET ${path} as ${who}`).toMatch(
          /^\/($|dashboard(\/teacher)?$|student\/dashboard$)/,
        )
        // The page itself refuses: its layout, which would too, is not asked.
        if (layouts.length > 0 && file.endsWith(".tsx")) {
          const alone = await browser
            .copy()
            .visit(`${address}.data?${new URLSearchParams({ _routes: routeId })}`)
          expect([404, 202], `${routeId} alone as ${who}: ${alone.status}`).toContain(alone.status)
        }
        for (const { intent, fields } of bodiesFor(file, who)) {
          const answer = await browser.copy().submit(address, fields)
          expect([302, 404, 405], `POST ${path} intent=${intent} as ${who}: ${answer.status}`).toContain(
            answer.status,
          )
        }
      }
      expect(fingerprint()).toBe(before)
    })
  }
})

/** Modules whose form no link of the demo leads to, each with the reason. */
const elsewhere: Record<string, string> = {
  "routes/auth/confirm-email.tsx": "the link in a mail",
  "routes/auth/invitation.tsx": "the link in a mail",
  "routes/auth/new-password.tsx": "the link in a mail",
  "routes/auth/reset-password.tsx": "the link in a mail",
  "routes/auth/second-factor.tsx": "half a sign-in",
  "routes/auth/switch-school.tsx": "a person of two schools; invitations.test.ts",
  "routes/billing/bank-columns.tsx":
    "a statement is uploaded first; bank-transfers.test.ts, and the sweep above at its address",
  "routes/billing/charge.tsx":
    "a charge that isn’t invoiced; corrections.test.ts, and the sweep above at its address",
  "routes/billing/credit-refund.tsx":
    "a family with account credit; corrections.test.ts, and the sweep above at its address",
  "routes/learning/progress-report.tsx": "a report; learning.test.ts, and the sweep above at its address",
  "routes/registration/select-plan-subscription.ts": "holds no id of a school's row",
  "routes/schedule/lesson-card.tsx":
    "a lesson is dropped on the week, by a script; week.test.ts, and the sweep above at its address",
  "routes/settings/push-device.ts": "sent by the service worker; holds no id of a school's row; push.test.ts",
  "routes/settings/school-export-file.ts": "an export that is ready; administration.test.ts",
  "routes/selections/selection.tsx":
    "rows of a list are ticked first; selections.test.ts, and the sweep above at its address",
  "routes/student/invoices.tsx": "two invoices to pay at once; pay-by-link.test.ts",
  "routes/student/waiting-lists.tsx": "an offered place; waiting-list.test.ts",
  "routes/students/import.tsx":
    "a file is uploaded first; roster-import.test.ts, and the sweep above at its address",
  "routes/students/merge-families.tsx": "two families that look the same; merge-families.test.ts",
  "routes/tasks/task.tsx": "work that still runs; invoice-run.test.ts, and the sweep above at its address",
  "routes/teachers/new-teacher.tsx": "the demo's plan has no place for another teacher; holds no id",
  "routes/teachers/teachers.tsx": "the demo's plan has no place for another teacher",
}

/** Fields in which an id that is not the school's is left out, or only looked for; nothing is written with it. */
const leftOut: [RegExp, string][] = [
  [/ (find|preview|check) \(/, "the button shows and saves nothing"],
  [
    /absence\.tsx /,
    "a choice is shown with its effect first; what is saved is refused for another school’s teacher",
  ],
  [/new-invoice\.tsx recalculate /, "the button goes on with what is the family's"],
  [/unbilled\.tsx .* family\[\]$/, "invoices are made for the school's families among them"],
  [/unbilled\.tsx (draft|send) .* shown$/, "only tells which of the school's families the page named"],
  [
    /session-register\.tsx save .* base\.\*$/,
    "what the page showed is only compared with the marks; a foreign student's mark itself is refused",
  ],
  [/bank-transfers\.tsx record .* entry\[\]$/, "the school's transfers among them are recorded"],
  [/reminders\.tsx .* invoice\[\]$/, "the school's invoices among them are reminded of"],
  [/student-skills\.tsx .* states\.\*$/, "the student's pieces among them are changed"],
]

/** Intents whose button the demo's present state does not show; tests of their own press them. */
const otherStates: Record<string, string> = {
  class: "an own price that ends",
  accept: "an offered place, or a make-up",
  offer: "a waiting list with a free place",
  decline: "an offered place",
  edit: "a reply to change",
  restore: "what was put away, or undone",
  "write-report": "a report that is asked for",
  import: "an import that was uploaded",
  "keep-unreadable": "an import that was uploaded",
  columns: "an import that was uploaded",
  continue: "an import that was uploaded",
  reread: "an import that was uploaded",
  undo: "an import that is done, or lessons of an absence that are arranged",
  override: "a clash",
  "end-feed": "a calendar feed that runs",
  "end-others": "a second sign-in",
  anyway: "a student who looks known",
  unlock: "a member who is locked",
  "new-start-password": "a child's own sign-in",
  revoke: "an open invitation",
  "answer-time-off": "a request for time off",
  confirm: "a second factor that is set up",
  keep: "a school that is to be deleted",
  resume: "a subscription that was cancelled",
  "forget-change": "a change of plan that is due",
  skip: "automatic invoices that are announced",
  waive: "a charge that isn’t invoiced",
  "pay-all": "two invoices to pay at once",
  lift: "a block",
  stop: "an announcement that is being sent",
  "pay-due": "a renewal that failed",
  release: "a family on hold, or someone who is slowed down",
  "add-anyway": "an item that looks known",
  "apply-credit": "account credit beside an open invoice",
  credit: "a correction larger than the charges",
  "renew-link": "a payment link that was turned off",
  "restore-offer": "a package that was archived",
  "move-discount": "a discount",
  "end-discount": "a discount",
  raise: "a price change that was checked",
  "restore-tax": "a tax that was archived",
  "archive-tax": "a tax",
  "tax-mode": "a tax",
  "resume-reminders": "reminders that are paused",
  "approve-pay": "pay that was reviewed",
  "lock-pay": "pay that is approved",
  "reopen-pay": "pay that is approved",
  "reopen-month": "a month that is closed",
  "incident-update": "an open incident",
  "end-notice": "a notice",
  reset: "a colleague with a second factor",
  rate: "a conversation that was closed",
  "push-topics": "a browser with notifications",
  "push-off": "a browser with notifications",
  "remove-work": "extra work that isn’t paid yet, of a teacher whom the sweep doesn’t open",
  "end-rate": "a pay rate, of a teacher whom the sweep doesn’t open",
  "review-pay": "pay of a period that is over and isn’t approved",
  "remove-filter": "a saved filter",
  absence: "a message that reports an absence",
  "take-back": "free months that were given",
  tax: "a class in a school with taxes",
  reactivate: "a teacher who has left",
}

const schoolOf = (person: string) =>
  sqlite()
    .prepare(
      "select m.school_id from members m join users u on u.id = m.user_id where u.email = @person or u.username = @person limit 1",
    )
    .pluck()
    .get({ person }) as string

const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".tsx"))
    .map((path) => join(folder, path))

const trial = (step: "begin" | "rollback") =>
  (globalThis as typeof globalThis & { tuttiTrial?: (step: string) => void }).tuttiTrial?.(step)

describe("the forms of the screens", () => {
  afterAll(removeGuards)

  test("are all swept: each action and each intent has a form that was found", () => {
    const reached = new Set(found.map(({ form, key }) => rowOf(key.action ?? form.action).file))
    const actions = routeFiles().filter(
      (file) =>
        !file.startsWith("routes/api/") &&
        /export (async function|const) action/.test(readFileSync(`app/${file}`, "utf8")),
    )
    expect(actions.filter((file) => !reached.has(file) && !(file in elsewhere))).toEqual([])

    const sent = new Set(found.map(intentOf))
    const written = filesOf("app").flatMap((file) =>
      [
        ...readFileSync(file, "utf8").matchAll(
          /<[^<>]*\bintent="([\w-]+)"|name="intent"[^<>]*value="([\w-]+)"/g,
        ),
      ].map(([, one, other]) => one ?? other ?? ""),
    )
    expect([...new Set(written)].filter((intent) => !sent.has(intent) && !(intent in otherStates))).toEqual(
      [],
    )
  })

  for (const person of [...ofHarmony, "solo@brightkeys.example"])
    test(`take no id of another school from ${person}`, async () => {
      const schoolId = schoolOf(person)
      const others = idsElsewhere(schoolId)
      const problems: string[] = []
      const seen = new Set<string>()
      const mine = found.filter((each) => each.person === person)
      expect(mine.length).toBeGreaterThan(0)
      const tries = mine.flatMap((each) =>
        withForeignIds(filledIn(each.form, each.key), each.form.fields, others.insteadOf).flatMap(
          ({ field, fields }) => {
            const name = `${each.name} ${withoutIds(field)}`
            if (seen.has(name)) return []
            seen.add(name)
            return [{ each, name, fields }]
          },
        ),
      )
      guardOthers(schoolId, others.ids)
      const before = fingerprint()
      for (const { each, name, fields } of tries) {
        trial("begin")
        try {
          const answer = await people
            .get(person)
            ?.copy()
            .submit(each.key.action ?? each.form.action, asSent(fields))
          const status = answer?.status ?? 500
          const isRefused = [400, 404, 409, 422].includes(status)
          const mayPass = status < 400 && leftOut.some(([pattern]) => pattern.test(name))
          if (!isRefused && !mayPass) problems.push(`${status} ${name} at ${each.page}`)
        } finally {
          trial("rollback")
        }
      }
      expect(fingerprint()).toBe(before)
      expect(problems).toEqual([])
    }, 300_000)
})
