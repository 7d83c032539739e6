import { seats } from "db/schema/teaching-sessions"
import { expect, test } from "vitest"
import { newRow } from "~/models/foundation/access/own.server"
import { fixClock } from "~/utils/clock.server"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { listAway } from "./not-coming.server"
import { findSession } from "./session-list.server"

test("of two students of one name, only the one who isn’t coming is away", () => {
  fixClock(testNow)
  const { actor } = openSchool()
  const { classId, studentIds, enrollmentIds } = openClass(actor, {
    pupils: ["Wren Adeyemi", "Wren Adeyemi"],
  })
  const sessionId = addSessionRow(actor, classId, testToday)
  const lesson = () => {
    const found = findSession(actor, sessionId)
    if (!found) throw new Error("No lesson")
    return found
  }
  expect(listAway(actor, lesson())).toEqual([])
  const [studentId = ""] = studentIds
  addRows(seats, {
    ...newRow(actor),
    ...{ sessionId, studentId, enrollmentId: enrollmentIds[0] ?? "" },
    kind: "enrolled",
    noticeAt: testNow,
  })
  expect(lesson().notComing).toEqual(["Wren Adeyemi"])
  expect(listAway(actor, lesson())).toEqual([studentId])
})
