import { sqlite } from "db/client.server"
import { guardians, portalAccess, teachers } from "db/schema/people"
import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { readAllLessons } from "../../support/all-lessons"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { fillSchool } from "../../support/large-school"
import { type Fault, faultsOf, recordStatements } from "../../support/query-plan"
import { routeTable } from "../../support/route-table"
import { addMember, addRows, changeRows, openSchool, removeRows } from "../../support/school"

// Every statement that any screen asks, in the database of several schools with a history, without SQLite's statistics and
// with them: none may read what grows with the school where an index on what was asked for exists. A new screen joins by
// itself, a new parameter of an address needs its line below.

const size = { weeksPast: 14, weeksAhead: 6 }
const parameters: Record<string, string> = {
  studentId: "student-1",
  classId: "class-1",
  sessionId: "session-1.14",
  teacherId: "teacher-1",
  familyId: "family-1",
  invoiceId: "invoice-1.2026-09",
  enrollmentId: "enrollment-1",
  conversationId: "conversation-1",
  guardianId: "guardian-1",
}
const more = [
  "/schedule?view=month",
  "/schedule?view=week&by=room",
  "/attendance?view=missing",
  "/attendance?view=notices",
  "/attendance?view=credits",
  "/students?q=last+12",
  "/students?status=active&page=2",
  "/students?sort=balance",
  "/classes?q=piano+12",
  "/classes?sort=waiting",
  "/classes?sort=enrolled",
  "/families?sort=balance",
  "/teachers?sort=students",
  "/billing?status=overdue",
  "/billing?sort=due",
  "/search?q=last",
]

/** What a screen may read of the whole school, once, by the table and the index it goes through; and why. */
const reviewed: [RegExp, string][] = [
  [/ conversations /, "the office is in every conversation, and which are unread is told from all of them"],
  [
    / charges_unbilled(_of_family)?$/,
    "the sum of what is ready to invoice looks at every charge that is on no invoice",
  ],
  [
    / (payments|invoices|refunds|allocations|invoice_shares) /,
    "balances and totals are sums over all of the money",
  ],
  [
    /^\/billing\/unbilled marks marks_awaiting$/,
    "few marks wait for a charge, and only these are in that index",
  ],
  [/^\/settings\/admin\/log(\.csv)? events /, "the activity log counts and exports everything that happened"],
  [/^\/dashboard\/getting-started (sessions|schedules) /, "the guide counts what was done"],
  [/^\/classes\/:classId\/schedule\/swap schedules /, "each weekly time of the school can be the other one"],
  [/^\/classes\/legacy sessions /, "the old list counts the lessons of each class"],
  [/^\/classes enrollments /, "sorted by who is enrolled, the list counts everyone’s"],
  [
    /^\/analytics\/(rows|teaching) seats seats_noticed$/,
    "absences are few among all seats, and counted and listed from their own index",
  ],
  [/^\/analytics student_status_changes /, "how many stayed is told from every change"],
  [/^\/analytics\/ahead enrollments /, "next month bills everyone who has a spot then"],
  [
    /^\/dashboard student_status_changes /,
    "how many learned at the end of each month is told from every change",
  ],
]

/** Tables that grow with every lesson, message and payment. Those of people and classes are lists of their own. */
const history = new Set(
  "sessions bookings seats marks charges notes invoice_lines events messages participants conversations invoices payments refunds allocations invoice_shares enrollments schedules class_prices student_status_changes".split(
    " ",
  ),
)
/** Tables that have a handful of rows here, so that with statistics SQLite rightly reads them whole. */
const fewRows = new Set(["staff_presence", "sign_ins", "portal_access", "resource_openings", "members"])
/** Indexes that hold only what is still open, which is little whatever has been. Read otherwise, their tables are faults. */
const onlyOpen = new Set([
  "sessions_register_missing", // lessons without attendance
  "platform_notices_open", // announced to everyone, until staff end it
  "blocks_open", // whom the platform refuses, until staff lift it
])

type AskedAt = { page: string; sql: string; params: unknown[] }
const asked = new Map<string, AskedAt>()
const answers: string[] = []

beforeAll(async () => {
  // Before the first test the clock is the machine's own, and on a weekend there are no lessons today.
  fixClock(testNow)
  const school = openSchool()
  const { actor } = school
  fillSchool(actor, { students: 120, ...size })
  for (let other = 1; other <= 4; other += 1)
    fillSchool(openSchool({ name: "Crescendo" }).actor, { students: 40, ...size }, `other${other}-`)
  const teacher = addMember(actor, "teacher", "Kwame Boateng")
  const teacherIs = (id: string) => and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, id))
  removeRows(teachers, teacherIs(teacher.teacherId))
  changeRows(teachers, teacherIs("teacher-1"), { memberId: teacher.actor.memberId })
  const guardian = addMember(actor, "student", "Fay Fontaine")
  const memberId = guardian.actor.memberId ?? ""
  const isGuardian = and(eq(guardians.schoolId, actor.school.id), eq(guardians.id, "guardian-1"))
  changeRows(guardians, isGuardian, { memberId })
  for (const studentId of ["student-1", "student-2"])
    addRows(portalAccess, { ...newRow(actor), memberId, studentId, as: "guardian" })
  for (const userId of [school.userId, teacher.userId, guardian.userId])
    await lookAround(await Browser.of(userId))
})

/** Opens every screen that the person may open. */
async function lookAround(browser: Browser) {
  const pages = routeTable()
    .filter(
      ({ path, file }) => !/\*|logout|^\/api|super-admin/.test(path) && !file.startsWith("routes/public/"),
    )
    .map(({ path }) => path)
  for (const page of [...pages, ...more]) {
    const address = page.replace(/:(\w+)/g, (_, name: string) => parameters[name] ?? "")
    if (/\/(\/|$)/.test(address)) continue
    const statements = await recordStatements(async () => {
      const answer = await browser.copy().visit(address)
      await answer.text()
      if (answer.status >= 500) throw new Error(`${address} answered ${answer.status}`)
      if (answer.status === 200) answers.push(page)
    })
    for (const { sql, params } of statements)
      if (/^\s*(select|with)\b/i.test(sql) && !asked.has(sql)) asked.set(sql, { page, sql, params })
  }
}

const findFaults = (isWanted = (_fault: Fault) => true) =>
  [...asked.values()].flatMap((each) =>
    faultsOf(each)
      .filter((fault) => isWanted(fault) && !isBearable(each.page, fault))
      .map(({ what, detail }) => `${each.page} ${what}: ${detail}\n${each.sql}`),
  )

function isBearable(page: string, { what, table, index }: Fault): boolean {
  if (fewRows.has(table) || onlyOpen.has(index)) return true
  if (what !== "reads the school once") return false
  return (
    !history.has(table) ||
    reviewed.some(([pattern]) => pattern.test(`${page.split("?")[0]} ${table} ${index}`))
  )
}

test("the screens were opened", () => {
  expect(asked.size).toBeGreaterThan(150)
  expect(answers).toEqual(
    expect.arrayContaining([
      ...[
        "/dashboard",
        "/students",
        "/students/:studentId",
        "/classes",
        "/teachers",
        "/schedule",
        "/attendance",
      ],
      ...["/billing", "/billing/unbilled", "/billing/manage", "/billing/families/:familyId", "/messaging"],
      ...["/dashboard/teacher", "/classes/sessions/:sessionId", "/student/dashboard", "/student/invoices"],
    ]),
  )
})

test("no statement reads what grows with the school, without statistics", () => {
  expect(sqlite().prepare("select 1 from sqlite_master where name = 'sqlite_stat1'").get()).toBeUndefined()
  expect(findFaults()).toEqual([])
})

test("no statement reads what grows with the school, with statistics", () => {
  sqlite().exec("analyze")
  expect(findFaults()).toEqual([])
})

test("no statement reads the school for each row, with the statistics of an installation of one school", () => {
  // What is empty in every row of a school then tells its rows apart as little as the school does: not at all.
  sqlite().exec("analyze")
  const known = sqlite()
    .prepare(
      "select s.rowid, stat from sqlite_stat1 s where (select name from pragma_index_info(s.idx) where seqno = 0) = 'school_id'",
    )
    .all() as { rowid: number; stat: string }[]
  for (const { rowid, stat } of known) {
    const [all = "", ofSchool, ...rest] = stat.split(" ")
    const told = [all, all, ...rest.map((rows) => (rows === ofSchool ? all : rows))].join(" ")
    sqlite().prepare("update sqlite_stat1 set stat = ? where rowid = ?").run(told, rowid)
  }
  sqlite().exec("analyze sqlite_schema")
  expect(findFaults(({ isInner }) => isInner)).toEqual([])
})

test("no statement begins with all lessons of a large school, or all to come", () => {
  expect(readAllLessons(asked.values())).toEqual([])
})
