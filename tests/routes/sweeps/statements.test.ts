import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { makeUpCredits, marks } from "db/schema/attendance"
import { guardians, portalAccess, teachers } from "db/schema/people"
import { seats } from "db/schema/teaching-sessions"
import { and, eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import { addStatus } from "~/models/accounts/custom-status/custom-status.server"
import { runImport } from "~/models/exchange/roster-import/run-import.server"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { startSkillList } from "~/models/learning/skill/skill-list.server"
import { addDiscountRule } from "~/models/money/discount/discount-rules.server"
import { recordTimeOff } from "~/models/teaching/teacher-time/time-off.server"
import { fixClock } from "~/utils/clock.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { fillSchool } from "../../support/large-school"
import { addTeacherRow, invoiceCharges } from "../../support/lessons"
import { fingerprintOf, listOf, upload } from "../../support/long-import"
import { recordStatements } from "../../support/query-plan"
import { routeTable } from "../../support/route-table"
import { addMember, addRows, changeRows, openSchool, orFail, removeRows } from "../../support/school"

// A screen asks the database as often for a school of two hundred students as for one of ten, and at most 25 times. A new
// screen joins by itself.

const most = 25
/** The second counts: what is read once between two writes, such as the menu’s figures, is no screen’s own. */
const visits = 2
/**
 * Screens that ask more right after a write, and how often at most: what is kept until the next write is read then, too. None of
 * these figures goes up; a screen that asks less has its own corrected.
 */
const mostAfterWrite: Record<string, number> = {
  "office /dashboard": 30,
  "office /students": 27,
  "office /students/list": 27,
  "office /students?page=all": 27,
  "office /students?q=last+1": 28,
  "office /classes/:classId": 26,
  "office /classes/sessions/:sessionId": 27,
  "office /classes/sessions/~session-3.5": 27,
  "office /classes/sessions/~session-5.5": 30,
  "office /analytics/teaching": 57,
  "office /analytics/money": 63,
  "office /analytics/ahead": 50,
  "office /absences/:absenceId": 37,
  "office /billing/unbilled": 30,
  "teacher /classes/sessions/:sessionId": 26,
  "teacher /classes/sessions/~session-3.5": 26,
  "teacher /classes/sessions/~session-5.5": 29,
  "teacher /dashboard/teacher?lesson=~session-3.6": 27,
  "guardian /student/dashboard": 30,
}
/** And the one after that, which reads all of it again: something of the school was written. */
const afterWrite = " right after a write"

/**
 * Asked once in a while, whichever screen comes then: whether something was written, what staff announce and whom the
 * platform refuses. Their lists on staff's own screens ask otherwise.
 */
const onceInAWhile =
  /^\s*pragma|total_changes\(\)|platform_notices|from "blocks" where "blocks"\."lifted_at" is null$|from "announcements" where \("announcements"\."has_banner" = \?/i

const few = 10
const many = 200
const views = [
  "/students?page=all",
  "/classes?kind=private",
  "/schedule?view=day",
  "/schedule?view=month",
  "/schedule?view=agenda",
  "/schedule?by=room",
  "/attendance?view=missing",
  "/attendance?view=notices",
  "/attendance?view=credits",
  "/students?q=last+1",
  "/billing?status=overdue",
  "/search?q=last",
  // a lesson with attendance, one of today opened in its teacher's day, and its card beside the week
  "/classes/sessions/~session-3.5",
  "/dashboard/teacher?lesson=~session-3.6",
  "/schedule/lessons/~session-3.6",
  // a lesson with a guest who makes one up, and with charges on an invoice
  ...["", "/attendance"].map((page) => `/classes/sessions/~session-5.5${page}`),
  "/schedule/lessons/~session-5.5",
]

/** A guest who makes a lesson up in another one, whose own student has been invoiced. */
function addGuest(actor: Actor, prefix: string) {
  const guest = newRow(actor)
  const studentId = `${prefix}student-6`
  addRows(seats, { ...guest, sessionId: `${prefix}session-5.5`, studentId, kind: "make_up" })
  addRows(marks, {
    ...newRow(actor),
    seatId: guest.id,
    code: "present",
    chargedPercent: 0,
    paidPercent: 100,
    issuesCredit: false,
    countsAsAttended: true,
  })
  const origin = { originSeatId: `${prefix}seat-6.4`, originMarkId: `${prefix}mark-6.4` }
  addRows(makeUpCredits, {
    ...newRow(actor),
    studentId,
    ...origin,
    minutes: 30,
    prepaidPercent: 100,
    expiresOn: "2027-01-31",
    usedSeatId: guest.id,
    usedAt: testNow,
  })
  invoiceCharges(actor, [{ chargeId: `${prefix}charge-5.5`, amountMinor: 4500 }], `${prefix}family-3`, 900)
}

/** What the guardian who looks has to pay: without an invoice, their pages ask for none of what is said of one. */
const addInvoice = (actor: Actor, prefix: string) =>
  invoiceCharges(actor, [{ chargeId: `${prefix}charge-1.5`, amountMinor: 4500 }], `${prefix}family-1`, 901)

/** A list that was imported, before the plan has no place left; its teacher has left since. */
function addImport(actor: Actor): string {
  const importId = upload(actor, listOf(1))
  if (!runImport(actor, importId, fingerprintOf(actor, importId)).ok) throw new Error("Nothing was imported.")
  changeRows(teachers, { schoolId: actor.school.id }, { deactivatedAt: testNow })
  return importId
}

/** A teacher who is away next week. */
function addAbsence(actor: Actor, teacherId: string): string {
  const days = { startsOn: "2026-11-23", endsOn: "2026-11-27", reason: "A course" }
  return orFail(recordTimeOff(actor, teacherId, days)).timeOffId
}

/** What attendance depends on in a school that uses it: discounts, a cap on credits, statuses and skills of its own. */
function setRules(actor: Actor) {
  addDiscountRule(actor, {
    name: "Sibling discount",
    kind: "sibling",
    fromNth: 2,
    target: "all",
    off: { rate: 10_000, amountMinor: null },
  })
  addStatus(actor, { name: "Sick note", letters: "SN", countsAs: "excused", isShownToFamilies: true })
  startSkillList(actor, "Piano")
  changeRows(schools, { id: actor.school.id }, { creditCap: 2 })
}

/** The statements of each screen. */
type Asked = Map<string, string[]>
const counts: { few: Asked; many: Asked } = { few: new Map(), many: new Map() }

beforeAll(async () => {
  // In the morning: lessons of the day are ahead in both schools.
  fixClock(testNow - 8 * 3_600_000)
  counts.few = await countIn(few, "few-")
  counts.many = await countIn(many, "many-")
}, 240_000)

/** What each screen of a school of so many students asks, by role and address. */
async function countIn(students: number, prefix: string): Promise<Asked> {
  const found: Asked = new Map()
  const school = openSchool()
  const { actor } = school
  const importId = addImport(actor)
  fillSchool(actor, { students: students - 1, weeksPast: 6, weeksAhead: 5 }, prefix)
  setRules(actor)
  addGuest(actor, prefix)
  addInvoice(actor, prefix)
  const others = { importId, absenceId: addAbsence(actor, `${prefix}teacher-1`) }
  // A list that is empty asks nothing more about its rows: both schools have missed lessons
  // and lessons ahead today.
  addTeacherRow(actor, "Helena Novak")
  sqlite()
    .prepare(
      "update sessions set register_taken_at = null where school_id = ? and local_date >= '2026-11-16'",
    )
    .run(actor.school.id)
  const teacher = addMember(actor, "teacher", "Kwame Boateng")
  const isTeacher = (id: string) => and(eq(teachers.schoolId, actor.school.id), eq(teachers.id, id))
  removeRows(teachers, isTeacher(teacher.teacherId))
  changeRows(teachers, isTeacher(`${prefix}teacher-1`), { memberId: teacher.actor.memberId })
  const guardian = addMember(actor, "student", "Fay Fontaine")
  const memberId = guardian.actor.memberId ?? ""
  const isGuardian = and(eq(guardians.schoolId, actor.school.id), eq(guardians.id, `${prefix}guardian-1`))
  changeRows(guardians, isGuardian, { memberId })
  for (const number of [1, 2])
    addRows(portalAccess, {
      ...newRow(actor),
      memberId,
      studentId: `${prefix}student-${number}`,
      as: "guardian",
    })
  for (const [role, userId] of Object.entries({
    office: school.userId,
    teacher: teacher.userId,
    guardian: guardian.userId,
  }))
    for (const [page, asked] of await look(await Browser.of(userId), { ...idsIn(prefix), ...others }))
      found.set(`${role} ${page}`, asked)
  return found
}

async function look(browser: Browser, ids: Record<string, string>): Promise<Asked> {
  const found: Asked = new Map()
  const write = sqlite().prepare("update outcomes set created_at = created_at + 1")
  const pages = routeTable()
    .filter(
      ({ path, file }) =>
        file.endsWith(".tsx") &&
        !/\*|logout|^\/api|super-admin/.test(path) &&
        !file.startsWith("routes/public/"),
    )
    .map(({ path }) => path)
  for (const page of [...pages, ...views]) {
    const address = page
      .replace(/:(\w+)/g, (_, name: string) => ids[name] ?? "")
      .replace("~", ids.prefix ?? "")
    if (/\/(\/|$)/.test(address)) continue
    for (let visit = 1; visit <= visits + 1; visit += 1) {
      let status = 0
      if (visit > visits) write.run()
      const statements = await recordStatements(async () => {
        const answer = await browser.copy().visit(address)
        await answer.text()
        status = answer.status
      })
      const asked = statements.filter(({ sql }) => !onceInAWhile.test(sql))
      if (status === 200)
        found.set(
          visit > visits ? `${page}${afterWrite}` : page,
          asked.map(({ sql }) => sql),
        )
    }
  }
  return found
}

const idsOfEach = {
  prefix: "",
  studentId: "student-1",
  classId: "class-1",
  sessionId: "session-1.6",
  teacherId: "teacher-1",
  familyId: "family-1",
  enrollmentId: "enrollment-1",
  conversationId: "conversation-1",
}
const idsIn = (prefix: string): Record<string, string> =>
  Object.fromEntries(Object.entries(idsOfEach).map(([name, id]) => [name, `${prefix}${id}`]))

test("the screens were opened", () => {
  expect(counts.many.size).toBeGreaterThan(80)
  expect([...counts.many.keys()]).toEqual(
    expect.arrayContaining([
      "office /students",
      "office /classes/sessions/:sessionId",
      "teacher /dashboard/teacher",
      "office /absences/:absenceId",
      "office /students/import/:importId",
      "office /classes/sessions/~session-5.5",
    ]),
  )
})

test("a screen asks as often for 200 students as for 10", () => {
  const differing = [...counts.many].flatMap(([page, asked]) => {
    const before = counts.few.get(page) ?? asked
    // What the larger school's first look after a write reads in a thread isn't seen here.
    const isLess = page.endsWith(afterWrite) && asked.length < before.length
    if (before.length === asked.length || isLess) return []
    const more = asked.filter((sql) => !before.includes(sql))
    return [`${page}: ${before.length} and ${asked.length}\n${more.join("\n")}`]
  })
  expect(differing).toEqual([])
})

test("no screen asks more than 25 times, and right after a write more only where it is known", () => {
  const over = [...counts.many].flatMap(([page, asked]) => {
    const bar = page.endsWith(afterWrite) ? (mostAfterWrite[page.slice(0, -afterWrite.length)] ?? most) : most
    return asked.length > bar ? [`${page}: ${asked.length}`] : []
  })
  expect(over).toEqual([])
})
