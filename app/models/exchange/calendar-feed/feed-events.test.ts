import { expect, test } from "vitest"
import { addStatus, listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { testToday } from "../../../../tests/support/clock"
import { openPayingFamily } from "../../../../tests/support/family"
import { addClassRow, addEnrollmentRow, addSessionRow } from "../../../../tests/support/lessons"
import { addMember, openSchool } from "../../../../tests/support/school"
import { listFeedEvents } from "./calendar-feed.server"

// Otis's lesson of today, taken with a status of the school's own.

test.each([
  { isShownToFamilies: true, read: "Attendance: Sick note" },
  { isShownToFamilies: false, read: "Attendance: Excused" },
])(
  "a family’s calendar names the attendance as the family pages do: $read",
  ({ isShownToFamilies, read }) => {
    const { school, guardian, studentIds } = openPayingFamily()
    const otis = studentIds[0] ?? ""
    const classId = addClassRow(school, { name: "Guitar" })
    addEnrollmentRow(school, classId, otis)
    const sessionId = addSessionRow(school, classId, testToday)
    const details = () => listFeedEvents(guardian.actor).events.map((event) => event.details ?? "")
    expect(details().join()).not.toContain("Attendance")
    addStatus(school, { name: "Sick note", letters: "SN", countsAs: "excused", isShownToFamilies })
    const [status] = listOwnStatuses(school)
    takeRegister(school, sessionId, {
      marks: [{ studentId: otis, code: "excused", statusId: status?.id ?? null }],
    })
    expect(details()).toEqual([expect.stringContaining(read)])
  },
)

test("a trial lesson is among a teacher’s one-to-one lessons, not among the groups", () => {
  const { actor } = openSchool()
  const { teacherId, actor: marcus } = addMember(actor, "teacher", "Marcus Whitfield")
  for (const [kind, startTime] of [
    ["private", "15:00"],
    ["trial", "16:00"],
    ["group", "17:00"],
    ["ensemble", "18:00"],
  ] as const) {
    const classId = addClassRow(actor, { name: kind, kind, teacherId })
    addSessionRow(actor, classId, testToday, { startTime, teacherId })
  }
  const titles = (kind?: "private" | "groups") =>
    listFeedEvents(marcus, { withCancelled: true, kind }).events.map(({ title }) => title)
  expect(titles("private")).toEqual(["private", "trial"])
  expect(titles("groups")).toEqual(["group", "ensemble"])
  expect(titles()).toHaveLength(4)
})
