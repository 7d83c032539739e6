import { marks } from "db/schema/attendance"
import { seats } from "db/schema/teaching-sessions"
import fc from "fast-check"
import { expect, test } from "vitest"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { newRow } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { testToday } from "../../../../tests/support/clock"
import { inHistories } from "../../../../tests/support/histories/count"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { addRows, openSchool } from "../../../../tests/support/school"
import { findPastAttendance, findSeatedSession } from "./seated-session.server"

function addMark(actor: Actor, seatId: string, code: MarkCode, supersededAt: number | null) {
  const countsAsAttended = code === "present" || code === "late"
  const effect = { chargedPercent: 100, paidPercent: 100, issuesCredit: false, countsAsAttended }
  addRows(marks, { ...newRow(actor), seatId, code, ...effect, supersededAt })
}

const lesson = fc.record({
  daysBefore: fc.integer({ min: -3, max: 200 }),
  /** Of each of two students: none for no seat. */
  codes: fc.array(
    fc.constantFrom<MarkCode | null>(null, "present", "late", "absent", "excused", "cancelled"),
    {
      minLength: 2,
      maxLength: 2,
    },
  ),
  isCorrected: fc.boolean(),
})

test("how a student came before is counted from the current marks of this half-year's earlier lessons", () => {
  inHistories(
    40,
    fc.uniqueArray(lesson, { maxLength: 8, selector: ({ daysBefore }) => daysBefore }),
    (lessons) => {
      const { actor } = openSchool()
      const { classId, studentIds } = openClass(actor, {
        pupils: ["Otis Rossi", "Lina Haddad"],
      })
      const asked = addSessionRow(actor, classId, testToday, { startTime: "09:00" })
      for (const { daysBefore, codes, isCorrected } of lessons) {
        const sessionId = addSessionRow(actor, classId, addDays(testToday, -daysBefore), {
          startTime: "10:00",
        })
        for (const [index, code] of codes.entries()) {
          if (!code) continue
          const row = newRow(actor)
          const studentId = studentIds[index] ?? ""
          addRows(seats, { ...row, sessionId, studentId, kind: "enrolled" })
          if (isCorrected) addMark(actor, row.id, code === "absent" ? "present" : "absent", now())
          addMark(actor, row.id, code, null)
        }
      }
      const session = findSeatedSession(actor, asked)
      if (!session) throw new Error("The lesson is the school's.")
      const found = findPastAttendance(actor, session)
      for (const [index, studentId] of studentIds.entries()) {
        const before = lessons
          .map(({ daysBefore, codes }) => ({ on: addDays(testToday, -daysBefore), code: codes[index] }))
          .filter(({ on, code }) => code && code !== "cancelled" && on >= "2026-07-01" && on < testToday)
          .sort((a, b) => a.on.localeCompare(b.on))
        const came = ({ code }: { code?: MarkCode | null }) => code === "present" || code === "late"
        const last = before.at(-1)
        expect(found.get(studentId)).toEqual(
          before.length === 0
            ? undefined
            : {
                held: before.length,
                attended: before.filter(came).length,
                missedLastOn: last && !came(last) ? last.on : null,
              },
        )
      }
    },
  )
})
