import { db } from "db/client.server"
import { sessions } from "db/schema/teaching-sessions"
import { asc, eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { startTask } from "~/models/foundation/task/run-task.server"
import { addTerm, listTerms } from "~/models/foundation/term/term.server"
import { fixClock } from "~/utils/clock.server"
import { testNow } from "../../../../tests/support/clock"
import { addEnrollmentRow, addScheduleRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { addWeeklyTime } from "../class/schedule.server"
import { bookStudent } from "../session/claim.server"
import { makeSessions } from "../session/make-sessions.server"
import { rollOverClasses } from "./roll-over-classes.server"

test("a roll-over that is undone leaves out the lessons that were left out because the student has another one then", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  addTerm(actor, { name: "Spring 2027", startsOn: "2027-01-11", endsOn: "2027-05-28" })
  const about = { termId: listTerms(actor)[0]?.id ?? "", price: "", reason: "We arrange those" }
  const open = (name: string, teacher: string) =>
    openClass(actor, { class: { name, teacherId: addTeacherRow(actor, teacher, "Piano") }, pupils: [] })
      .classId
  const [theory, piano] = [open("Theory", "Ida Berg"), open("Piano", "Theo Petrović")]
  const [milo = ""] = openClass(actor, { pupils: ["Milo Haddad"] }).studentIds
  const inTheory = addEnrollmentRow(actor, theory, milo)
  makeSessions(
    actor,
    addScheduleRow(actor, theory, { startsOn: "2027-01-20", startTime: "18:00" }),
    "2027-02-03",
  )
  bookStudent(actor, inTheory)
  addEnrollmentRow(actor, piano, milo)
  const rule = { weekdays: [3], everyWeeks: 1, startTime: "17:30", minutes: 45, startsOn: "2026-12-02" }
  expect(addWeeklyTime(actor, piano, rule, [], { leavesClashing: true })).toMatchObject({
    ok: true,
    unscheduled: [{ date: "2027-01-20" }, { date: "2027-01-27" }, { date: "2027-02-03" }],
  })
  const lessons = () =>
    db()
      .select({ on: sessions.localDate, at: sessions.startTime })
      .from(sessions)
      .where(eq(sessions.classId, piano))
      .orderBy(asc(sessions.startsAt))
      .all()
  const before = lessons()
  expect(before.at(-1)).toEqual({ on: "2027-02-10", at: "17:30" })
  const taskId = startTask(actor, { kind: "roll-over-classes", about: {}, items: [], formKey: piano })
  const item = { taskId, subjectId: piano, name: "", detail: null }
  const done = rollOverClasses.work.carryOut(actor, about, item)
  if (!done.ok) throw new Error(done.reason)
  expect(lessons().at(-1)).toMatchObject({ on: "2027-01-06" })
  expect(rollOverClasses.work.undo?.(actor, about, { subjectId: piano, before: done.before })).toMatchObject({
    ok: true,
    note: "1 student back",
  })
  expect(lessons()).toEqual(before)
})
