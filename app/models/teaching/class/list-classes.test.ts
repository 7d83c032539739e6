import { expect, test } from "vitest"
import { testToday } from "../../../../tests/support/clock"
import { addClassRow, addEnrollmentRow, addStudentRow } from "../../../../tests/support/lessons"
import { openSchool } from "../../../../tests/support/school"
import { countEnrolledIn } from "./list-classes.server"

test("a class counts who is enrolled today, or else on the first day that anyone is", () => {
  const { actor } = openSchool()
  const enroll = (spans: { startsOn: string; endsOn?: string }[]) => {
    const classId = addClassRow(actor, {})
    for (const [index, span] of spans.entries())
      addEnrollmentRow(actor, classId, addStudentRow(actor, "Pupil", `N${index}`), span)
    return classId
  }
  const spring = { startsOn: "2027-01-04", endsOn: "2027-03-26" }
  const summer = { startsOn: "2027-04-05" }
  const since = { startsOn: "2026-09-01" }
  const ended = { startsOn: "2026-09-01", endsOn: "2026-10-01" }
  const ids = [[spring, summer], [since, { startsOn: testToday }, summer], [ended], [spring, spring]].map(
    enroll,
  )
  const counts = countEnrolledIn(actor)
  expect(ids.map((id) => counts.get(id))).toEqual([1, 2, undefined, 2])
})
