import { outcomes } from "db/schema/attendance"
import { invoices } from "db/schema/money"
import { enrollments } from "db/schema/teaching"
import { and, eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { november } from "../../../../tests/support/billing"
import { addScheduleRow, addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool, rowOf } from "../../../../tests/support/school"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { findPackage } from "../package/packages.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { changeTuitionRule } from "../tuition/tuition-rule.server"
import { withdrawCharge } from "./charge.server"
import { chargeMonth } from "./charge-month.server"
import { settleTuition } from "./settle-tuition.server"
import { listUnbilledCharges } from "./unbilled.server"

// A charge was invoiced, corrected, and then its invoice was voided: charge and correction are unbilled side by side. What is
// done to the charge then doesn't leave the correction behind, as money the family was never charged.

let actor: Actor
beforeEach(() => {
  fixClock(Date.parse("2026-11-18T17:00:00Z"))
  actor = openSchool().actor
})

const open = () => listUnbilledCharges(actor)
const amounts = () => open().map(({ amountMinor }) => amountMinor)
const familyId = () => open()[0]?.familyId ?? ""

function invoice() {
  const chargeIds = open().map(({ chargeId }) => chargeId)
  expect(issueInvoice(actor, november(familyId(), chargeIds)).ok).toBe(true)
}
function voidIt() {
  const paper = rowOf(invoices, { schoolId: actor.school.id })
  expect(voidInvoice(actor, { invoiceId: paper?.id ?? "", reason: "Wrong month" }).ok).toBe(true)
}

test("a monthly fee that is waived takes along what a last day had taken off it", () => {
  const price = { billing: "monthly", amountMinor: 9000 } as const
  const { classId, enrollmentIds } = openClass(actor, { pupils: ["Otis Rossi"], price })
  const [enrollmentId = ""] = enrollmentIds
  addScheduleRow(actor, classId, { startsOn: "2026-09-02", madeUntil: "2026-12-31" })
  changeTuitionRule(actor, { basis: "days", lessons: 4, skipsClosures: false })
  chargeMonth(actor, "2026-11")
  invoice()
  changeRows(enrollments, { id: enrollmentId }, { endsOn: "2026-11-20" })
  settleTuition(actor, enrollmentId)
  voidIt()
  expect(amounts()).toEqual([9000, -3000])
  expect(withdrawCharge(actor, open()[0]?.chargeId ?? "", "A gift")).toEqual({ ok: true })
  expect(amounts()).toEqual([])
})

test("a package takes a lesson once that was charged twice, and not what its correction has taken off already", () => {
  const price = { billing: "package", amountMinor: 4000 } as const
  const { classId, studentIds } = openClass(actor, { pupils: ["Otis Rossi"], price })
  const [studentId = ""] = studentIds
  const half = and(eq(outcomes.schoolId, actor.school.id), eq(outcomes.code, "absent"))
  changeRows(outcomes, half, { chargedPercent: 50 })
  const sessionId = addSessionRow(actor, classId, "2026-11-17", { startTime: "10:00" })
  const take = (code: "present" | "absent") =>
    takeRegister(actor, sessionId, { marks: [{ studentId, code }] })
  take("present")
  invoice()
  take("absent")
  voidIt()
  expect(amounts().sort((a, b) => b - a)).toEqual([4000, 2000, -4000])
  const offer = addPackageOffer(actor, { name: "2 lessons", lessons: 2, price: 7000, restRule: "credit" })
  const sold = sellPackage(actor, {
    ...{ offerId: offer.ok ? offer.id : "", familyId: familyId(), studentId, formKey: newId() },
    ...{ soldOn: "2026-11-18", takesCharged: true },
  })
  expect(sold).toMatchObject({ ok: true, taken: 1 })
  expect(findPackage(actor, sold.ok ? sold.packageId : "")?.leftUnits).toBe(150)
  expect(amounts().reduce((sum, each) => sum + each, 0)).toBe(7000)
})
