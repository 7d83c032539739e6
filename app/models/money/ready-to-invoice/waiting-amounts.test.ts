import { classPrices, enrollments } from "db/schema/teaching"
import { expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { makeSessions } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import {
  addClassRow,
  addEnrollmentRow,
  addScheduleRow,
  addStudentRow,
} from "../../../../tests/support/lessons"
import { addRows, changeRows, openSchool } from "../../../../tests/support/school"
import { listWaitingAmounts } from "./ready-families.server"

test("what waits for a lesson’s attendance is the price of everyone enrolled that day who pays by the lesson", () => {
  const { actor } = openSchool()
  const classId = addClassRow(actor, { name: "Guitar ensemble", kind: "ensemble", capacity: 8 })
  addRows(classPrices, {
    ...newRow(actor),
    classId,
    billing: "per_session",
    amountMinor: 1800,
    fromDate: "2026-09-01",
  })
  const [ada, bo, cy, dee] = ["Ada", "Bo", "Cy", "Dee"].map((name) => addStudentRow(actor, name, "Novak"))
  addEnrollmentRow(actor, classId, ada ?? "")
  for (const [studentId, own] of [
    [bo, { billing: "per_session", priceMinor: 1500 }],
    [cy, { billing: "monthly", priceMinor: 6000 }],
  ] as const) {
    addEnrollmentRow(actor, classId, studentId ?? "")
    changeRows(enrollments, { schoolId: actor.school.id, studentId: studentId ?? "" }, own)
  }
  addEnrollmentRow(actor, classId, dee ?? "", { endsOn: "2026-11-04" })
  makeSessions(actor, addScheduleRow(actor, classId), "2026-11-11", { from: "2026-11-01" })
  const free = addClassRow(actor, { name: "Theory" })
  makeSessions(actor, addScheduleRow(actor, free, { startTime: "18:00" }), "2026-11-11", {
    from: "2026-11-08",
  })
  const lessons = listSessionsOn(actor, "2026-11-01", "2026-11-15")
  const amounts = listWaitingAmounts(actor, lessons)
  expect(lessons.map(({ id, className, localDate }) => [className, localDate, amounts.get(id)])).toEqual([
    ["Guitar ensemble", "2026-11-04", 5100],
    ["Guitar ensemble", "2026-11-11", 3300],
    ["Theory", "2026-11-11", undefined],
  ])
})
