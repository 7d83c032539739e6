import { schools } from "db/schema/accounts-schools"
import { expect, test } from "vitest"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { inviteGuardian, revokeInvitation } from "~/models/people/invitation/invite.server"
import { countStudents, listStudents } from "~/models/people/student/list-students.server"
import { grantCredit } from "~/models/teaching/credit/change-credit.server"
import { fixClock } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { openFamily } from "../../../../tests/support/billing"
import { testNow, testToday } from "../../../../tests/support/clock"
import { addStudentRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { creditsOf, portalOf } from "./student-facts.server"

const day = 86_400_000

test("who is invited, known once for the list and its filters, follows each invitation and its end", () => {
  const { actor } = openSchool()
  const family = openFamily(actor, {
    adults: [{ name: "Jonas Haddad", email: "jonas@facts.example", payerShare: 10_000 }],
    children: ["Otis", "Milo"],
  })
  const [guardianId = "", otis = ""] = [...family.guardianIds, ...family.studentIds]
  const states = () => [portalOf(actor).get(otis), portalOf(actor, [otis]).get(otis)]
  expect(states()).toEqual([undefined, undefined])
  expect(inviteGuardian(actor, guardianId).ok).toBe(true)
  expect(states()).toEqual(["invited", "invited"])
  expect(revokeInvitation(actor, "guardian-invitation", guardianId)).toEqual({ ok: true })
  expect(states()).toEqual([undefined, undefined])
  fixClock(testNow + day / 24)
  expect(inviteGuardian(actor, guardianId).ok).toBe(true)
  fixClock(testNow + 7 * day)
  expect(states()).toEqual(["invited", "invited"])
  fixClock(testNow + 8 * day)
  expect(states()).toEqual([undefined, undefined])
})

test("how many students there are follows each that is added", () => {
  const { actor } = openSchool()
  const counts = () => [countStudents(actor, {}), listStudents(actor, {}).total]
  addStudentRow(actor, "Theo", "Petrović")
  expect(counts()).toEqual([1, 1])
  addStudentRow(actor, "Ida", "Moss")
  addStudentRow(openSchool().actor, "Wren", "Adeyemi")
  expect(counts()).toEqual([2, 2])
})

test("credits are expiring in the list from the school's own warning on, as everywhere", () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Rossi"] })
  const [otis = ""] = studentIds
  const grant = { classId, minutes: 45, lastDay: addDays(testToday, 20), reason: "Snow day" }
  expect(grantCredit(actor, otis, grant).ok).toBe(true)
  expect(creditsOf(actor).get(otis)).toEqual({ n: 1, isExpiring: false })
  changeRows(schools, { id: actor.school.id }, { creditWarnDays: 30 })
  expect(creditsOf(schoolActor(actor.school.id) ?? actor).get(otis)).toEqual({ n: 1, isExpiring: true })
})
