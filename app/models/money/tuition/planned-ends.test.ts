import { charges } from "db/schema/money"
import { beforeEach, expect, test } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { endWithUndo } from "~/models/teaching/class/end-class.server"
import { dropStudent } from "~/models/teaching/class/leave-class.server"
import { fixClock } from "~/utils/clock.server"
import { openClass } from "../../../../tests/support/lessons"
import { openSchool, rowsOf } from "../../../../tests/support/school"
import { settleAll } from "../../../../tests/support/tuition"
import { chargeMonth } from "../charge/charge-month.server"
import { planSettling, settleTuition } from "../charge/settle-tuition.server"
import { changeTuitionRule } from "./tuition-rule.server"

// What the end of an enrollment, or of a class, will do to fees that are charged already is said before, to the cent.

let actor: Actor
let classId = ""
let studentId = ""
let enrollmentId = ""

beforeEach(() => {
  fixClock(Date.parse("2026-11-18T17:00:00Z"))
  actor = openSchool().actor
  const opened = openClass(actor, {
    pupils: ["Otis Rossi", "Wren Adeyemi"],
    price: { billing: "monthly", amountMinor: 9000 },
  })
  classId = opened.classId
  ;[studentId = ""] = opened.studentIds
  ;[enrollmentId = ""] = opened.enrollmentIds
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonth(actor, "2026-11")
})

const stands = (student = studentId) =>
  rowsOf(charges, {
    schoolId: actor.school.id,
    studentId: student,
    month: "2026-11",
    withdrawnAt: null,
  }).reduce((sum, { amountMinor }) => sum + amountMinor, 0)

const drop = (lastDay: string) => dropStudent(actor, classId, enrollmentId, { lastDay, reason: "Moved away" })
const planned = (lastDay: string) =>
  rehearse(() => {
    expect(drop(lastDay).ok).toBe(true)
    return planSettling(actor, { enrollmentId })
  })

test("a last day that is over already names what its month will come to", () => {
  expect(planned("2026-11-15")).toMatchObject([{ month: "2026-11", beforeMinor: 9000, afterMinor: 4500 }])
  expect(stands()).toBe(9000)
  drop("2026-11-15")
  settleTuition(actor, enrollmentId)
  expect(stands()).toBe(4500)
  expect(planSettling(actor, { enrollmentId })).toEqual([])
})

test("the rule a month was charged by counts, not the one chosen since", () => {
  changeTuitionRule(actor, { basis: "full", lessons: 4, skipsClosures: false })
  const [change] = planned("2026-11-25")
  expect(change).toMatchObject({ beforeMinor: 9000, afterMinor: 7500 })
  drop("2026-11-25")
  settleTuition(actor, enrollmentId)
  expect(stands()).toBe(change?.afterMinor)
})

test("the end of a class names the change of every fee in it", () => {
  const changes = rehearse(() => {
    expect(endWithUndo(actor, classId, { lastDay: "2026-11-20", reason: "The hall closes" }).ok).toBe(true)
    return planSettling(actor, { classId })
  })
  expect(changes.map(({ beforeMinor, afterMinor }) => [beforeMinor, afterMinor])).toEqual([
    [9000, 6000],
    [9000, 6000],
  ])
  endWithUndo(actor, classId, { lastDay: "2026-11-20", reason: "The hall closes" })
  settleAll(actor)
  expect(stands()).toBe(6000)
})
