import { db } from "db/client.server"
import { events } from "db/schema/foundation-audit"
import { payRates } from "db/schema/money-pay"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { Browser, rowCount, textOf } from "../../support/app"
import { addTeacherRow } from "../../support/lessons"
import { addSessionRow, openClass } from "../../support/registers"
import { addMember, openSchool } from "../../support/school"

// Marcus has taught a guitar lesson of 60 minutes this month.

let school: ReturnType<typeof openSchool>
let office: Browser
let at: string

beforeEach(async () => {
  school = openSchool()
  office = await Browser.of(school.userId)
  const teacherId = addTeacherRow(school.actor, "Marcus Whitfield")
  at = `/teachers/${teacherId}/pay`
  const { classId, studentIds } = openClass(school.actor, {
    class: { name: "Guitar club", teacherId },
    pupils: [["Otis", "=Haddad"]],
  })
  const session = addSessionRow(school.actor, classId, "2026-11-17", { teacherId })
  const taken = takeRegister(school.actor, session, {
    marks: [{ studentId: studentIds[0] ?? "", code: "present", minutesLate: null }],
  })
  if (!taken.ok) throw new Error(taken.reason)
})

const agree = (fields: Record<string, string>) =>
  office.submit(at, { kind: "per_hour", amount: "34.00", fromDate: "2026-11-01", ...fields })

test("a rate is agreed, the month adds up by it, and what was earned is not rewritten", async () => {
  const bare = await textOf(await office.visit(at))
  expect(bare).toContain("No rate yet.")
  expect(bare).toContain("No rate set")
  expect((await agree({})).headers.get("Location")).toBe(at)
  const page = await textOf(await office.visit(at))
  expect(page).toMatch(/Guitar club Tue, Nov 17 60 min \$34\.00 an hour \$34\.00/)
  expect(page).toContain("Earned in November 2026 $34.00")
  const csv = await office.visit(`${at}.csv?month=2026-11`)
  expect(csv.headers.get("Content-Type")).toContain("text/csv")
  expect(await csv.text()).toContain("2026-11-17,Guitar club,60,$34.00 an hour,34,USD")
  const past = await agree({ amount: "99", fromDate: "2026-11-10" })
  expect([past.status, await textOf(past)]).toEqual([409, expect.stringContaining("past pay doesn’t change")])
  expect((await agree({ kind: "per_session", amount: "25", fromDate: "2026-12-01" })).status).toBe(303)
  expect(await textOf(await office.visit(`${at}?month=2026-12`))).toContain(
    "No lessons with attendance in December 2026.",
  )
  expect(
    db()
      .select()
      .from(events)
      .where(eq(events.verb, "agree-pay-rate"))
      .all()
      .filter(({ schoolId }) => schoolId === school.actor.school.id),
  ).toHaveLength(2)
})

test("refuses impossible values, and anyone who does not run the school", async () => {
  const before = rowCount("pay_rates")
  const unusable: Record<string, string>[] = [
    { amount: "" },
    { amount: "much" },
    { amount: "-1" },
    { amount: "<b>" },
    { kind: "per_smile" },
    { fromDate: "soon" },
    { fromDate: "2026-02-30" },
  ]
  for (const bad of unusable) expect((await agree(bad)).status).toBe(400)
  const stranger = await Browser.of(openSchool({ name: "Crescendo Academy" }).userId)
  expect((await stranger.visit(at)).status).toBe(404)
  expect((await stranger.visit(`${at}.csv`)).status).toBe(404)
  expect((await stranger.submit(at, { kind: "per_hour", amount: "1", fromDate: "2026-12-01" })).status).toBe(
    404,
  )
  const teacher = await Browser.of(addMember(school.actor, "teacher", "Theo Petrović").userId)
  expect((await teacher.visit(at)).headers.get("Location")).toBe("/dashboard/teacher")
  for (const odd of ["?month=x", "?month=2026-13", "?month=%00"])
    expect((await office.visit(`${at}${odd}`)).status).toBe(200)
  expect(rowCount("pay_rates")).toBe(before)
  expect(db().select().from(payRates).where(eq(payRates.schoolId, school.actor.school.id)).all()).toEqual([])
})
