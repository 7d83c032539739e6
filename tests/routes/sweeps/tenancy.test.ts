import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { sqlite } from "db/client.server"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { paths } from "~/utils/paths"
import { type Browser, dataOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { browserOf, fingerprint, useSeededDatabase } from "../../support/demo"
import { type Fields, type Found, filledIn, findForms, withoutIds } from "../../support/found-forms"
import { guardOthers, idsElsewhere, removeGuards, withForeignIds } from "../../support/other-school"
import { rowOf } from "../../support/pages"
import { routeFiles, routeTable } from "../../support/route-table"
import { elsewhere, leftOut, otherStates } from "./tenancy-exceptions"

// Every address with parameters, asked for Harmony's rows by people of other schools: 404, and nothing changed. And every
// form that the screens really send, with another school's ids: at one's own addresses in each place that takes an id, and
// as it is at the addresses of the school it comes from.

const tables: Record<string, string> = {
  proofId: "proofs",
  absenceId: "time_off",
  studentId: "students",
  familyId: "families",
  guardianId: "guardians",
  payerId: "outside_payers",
  sessionId: "sessions",
  classId: "classes",
  closureId: "closures",
  enrollmentId: "enrollments",
  seatId: "seats",
  invoiceId: "invoices",
  paymentId: "payments",
  noteId: "credit_notes",
  packageId: "packages",
  offerId: "package_offers",
  voucherId: "vouchers",
  hireId: "hires",
  expenseId: "expenses",
  occasionId: "occasions",
  chargeId: "charges",
  receiptId: "platform_payments",
  importId: "imports",
  taskId: "tasks",
  teacherId: "teachers",
  textId: "text_messages",
  memberId: "members",
  imageId: "files",
  fileId: "files",
  resourceId: "resources",
  reportId: "reports",
  conversationId: "conversations",
  messageId: "messages",
  uploadId: "bank_uploads",
  runId: "invoice_runs",
  selectionId: "selections",
  slipId: "pay_slips",
  inquiryId: "inquiries",
  formId: "inquiry_forms",
  documentId: "consent_documents",
  answerId: "kept_answers",
}
/** Addresses whose parameter is no school's row, or that only the platform's staff open. */
const ownerless = new Set([
  "threadKey",
  "kindKey",
  "inquiryKey",
  "schoolKey",
  "staffKey",
  "fileKey",
  "articleKey",
  "providerKey",
  "feedKey",
  "payKey",
  "offerKey",
  "unsubscribeKey",
  "letterKey",
  "pageKey",
  "formKey",
  "documentKey",
  "logoKey",
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
  // The forms are those of a school day, whatever the machine's day is.
  fixClock(testNow)
  useSeededDatabase()
  ;({ found, browsers: people } = await findForms({ ofEach: true, alsoFrom: dayToMark() }))
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

/** The day of a teacher with a lesson that is over and has no attendance; an office's own links lead to another teacher. */
function dayToMark(): string[] {
  const lesson = sqlite()
    .prepare(
      `select l.local_date as day, l.teacher_id as teacher from sessions l join schools s on s.id = l.school_id
        where s.name = 'Harmony School of Music' and l.state = 'planned' and l.register_taken_at is null
          and l.ends_at < ? and l.teacher_id is not null order by l.starts_at desc limit 1`,
    )
    .get(testNow) as { day: string; teacher: string } | undefined
  return lesson ? [paths.attendanceDay(lesson)] : []
}

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

/** A provider's messages, which belong to no login: only what it has signed is taken, and many forged ones are ignored. */
const unsigned = { get: [405], post: [401, 429] }

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
        const refusals = path.startsWith("/api/webhooks/")
          ? unsigned
          : { get: [404, 302], post: [302, 404, 405] }
        expect(refusals.get, `GET ${path} as ${who}: ${seen.status}`).toContain(seen.status)
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
        // The first is sent by a browser without scripts, which draws the refusal; the others by one with them, which doesn't.
        for (const [index, { intent, fields }] of bodiesFor(file, who).entries()) {
          const isDrawn = index === 0 || !file.endsWith(".tsx")
          const sent = await browser.copy().submit(isDrawn ? address : dataOf(address), fields)
          // An action may answer a search in one's own school; then the page around it must refuse.
          const answer = sent.status === 200 ? await browser.copy().submit(address, fields) : sent
          const seen = `POST ${path} intent=${intent} as ${who}: ${sent.status}, ${answer.status}`
          expect(isDrawn ? refusals.post : [...refusals.post, 202], seen).toContain(answer.status)
        }
      }
      expect(fingerprint()).toBe(before)
    })
  }
})

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
          /<[^<>]*\bintent="([\w-]+)"|name="intent"[^<>]*value="([\w-]+)"|\bsends=\{\{ intent: "([\w-]+)"/g,
        ),
      ].map(([, one, other, sent]) => one ?? other ?? sent ?? ""),
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
      // Each form's refusal is drawn once.
      const drawn = new Set<string>()
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
        const action = each.key.action ?? each.form.action
        const isDrawn = !drawn.has(each.name) || each.key.action || !rowOf(action).file.endsWith(".tsx")
        drawn.add(each.name)
        trial("begin")
        try {
          const answer = await people
            .get(person)
            ?.copy()
            .submit(isDrawn ? action : dataOf(action), asSent(fields))
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
