import { sqlite } from "db/client.server"
import { beforeAll, describe, expect, test } from "vitest"
import type { Browser } from "../support/app"
import { browserOf, fingerprint, useSeededDatabase } from "../support/demo"
import { routeTable } from "../support/route-table"

// Every address with parameters, asked for Harmony's rows by people of other schools: 404, and nothing changed.

const tables: Record<string, string> = {
  studentId: "students",
  familyId: "families",
  guardianId: "guardians",
  sessionId: "sessions",
  classId: "classes",
  enrollmentId: "enrollments",
  seatId: "seats",
  invoiceId: "invoices",
  paymentId: "payments",
  receiptId: "platform_payments",
  importId: "imports",
  teacherId: "teachers",
  imageId: "files",
  resourceId: "resources",
  reportId: "reports",
  conversationId: "conversations",
}
/** Addresses whose parameter is no school's row, or that only the platform's staff open. */
const ownerless = new Set([
  "threadKey",
  "kindKey",
  "inquiryKey",
  "schoolKey",
  "articleKey",
  "providerKey",
  "feedKey",
])

const strangers = [
  "admin@crescendo.example",
  "solo@brightkeys.example",
  "teacher@crescendo.example",
  "guardian@crescendo.example",
]
let browsers: [string, Browser][]
const foreign = new Map<string, string>()

beforeAll(async () => {
  useSeededDatabase()
  browsers = await Promise.all(
    strangers.map(async (name) => [name, await browserOf(name)] as [string, Browser]),
  )
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
})

/** What a stranger might post: every intent the screens know, and ids of the other school in the fields. */
const intents = [
  "",
  "save",
  "preview",
  "pay",
  "issue",
  "void",
  "undo",
  "import",
  "invite",
  "revoke",
  "lock",
  "move",
  "cancel",
  "restore",
  "record-payment",
  "override",
  "find",
]

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
        for (const intent of intents) {
          const fields = { intent, ...Object.fromEntries(foreign), ids: [...foreign.values()] }
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
