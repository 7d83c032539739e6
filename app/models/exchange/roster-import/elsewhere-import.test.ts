import { db } from "db/client.server"
import { students } from "db/schema/people"
import { enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, max } from "drizzle-orm"
import { expect, test } from "vitest"
import { planned, run, upload } from "../../../../tests/support/run-roster"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { whenOf } from "./dry-run"
import { undoImport } from "./undo-import.server"

const file = (...lines: string[]) => ({
  name: "list.csv",
  bytes: new TextEncoder().encode(`${lines.join("\n")}\n`),
})

const list = file(
  "Monday",
  "Student,Parent,Time,Length,Teacher,Lesson 2 Day,Lesson 2 Time,Left on",
  "Ada Lowe,Una Lowe 07700 900401,3:30 PM,30,Helena Novak,Wed,4:00 PM,12/31/2026",
  "Bo Park,Mia Park mia@x.example,4:00 PM,30,Helena Novak,,,06/30/2026",
)

test("a student with two lessons and a last day is in both until then, and one who left is in none", () => {
  const { actor } = openSchool()
  const importId = upload(actor, list)
  const summary = run(actor, importId)
  expect(summary).toMatchObject({ students: 2, enrollments: 2, classes: 2, problems: 0 })
  const ofSchool = db()
    .select({ name: students.firstName, endsOn: enrollments.endsOn })
    .from(enrollments)
    .innerJoin(students, eq(students.id, enrollments.studentId))
    .where(eq(enrollments.schoolId, actor.school.id))
    .all()
  expect(ofSchool).toEqual([
    { name: "Ada", endsOn: "2026-12-31" },
    { name: "Ada", endsOn: "2026-12-31" },
  ])
  const last = db()
    .select({ date: max(sessions.localDate) })
    .from(sessions)
    .where(eq(sessions.schoolId, actor.school.id))
    .get()
  expect(last?.date).toBe("2026-12-30")
  const former = rowsOf(students, { schoolId: actor.school.id, status: "former" })
  expect(former.map(({ firstName }) => firstName)).toEqual(["Bo"])

  const again = planned(actor, upload(actor, list)).plan
  expect(again.counts).toMatchObject({ ready: 0, added: 0, problems: 0 })
  expect(undoImport(actor, importId)).toMatchObject({ ok: true })
  expect(rowsOf(students, { schoolId: actor.school.id })).toEqual([])
})

test("lessons every other week take place in their own weeks, and a class by its name is a group", () => {
  const { actor } = openSchool()
  const importId = upload(
    actor,
    file(
      "Student,Class,Teacher,Lesson,Start date",
      "Ada Lowe,Piano,Helena Novak,every other Tuesday 4:00-4:30 PM,12/02/2026",
      "Bo Park,Junior Strings,Jan Schmidt,Wed 5:00-6:00 PM,12/02/2026",
      "Cy Reed,Junior Strings,Jan Schmidt,Wed 5:00-6:00 PM,12/02/2026",
    ),
  )
  const { plan } = planned(actor, importId)
  expect(plan.classes.map((each) => [each.kind, whenOf(each)])).toEqual([
    ["private", "Tuesdays 4:00 PM, 30 min, every 2 weeks"],
    ["group", "Wednesdays 5:00 PM, 60 min"],
  ])
  expect(run(actor, importId)).toMatchObject({ students: 3, classes: 2, enrollments: 3 })
  const tuesdays = db()
    .select({ date: sessions.localDate })
    .from(sessions)
    .where(and(eq(sessions.schoolId, actor.school.id), eq(sessions.startTime, "16:00")))
    .orderBy(sessions.localDate)
    .all()
  // The week of December 2 has its Tuesday before the start.
  expect(tuesdays.slice(0, 2).map(({ date }) => date)).toEqual(["2026-12-15", "2026-12-29"])
})
