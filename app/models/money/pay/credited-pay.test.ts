import { readFileSync } from "node:fs"
import { db } from "db/client.server"
import { students } from "db/schema/people"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import type { Actor } from "~/models/foundation/access/actor"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { november } from "../../../../tests/support/billing"
import { addSessionRow, addTeacherRow, openClass } from "../../../../tests/support/lessons"
import { openSchool, orFail } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { tableBelow } from "../../../../tests/support/worked-examples"
import { chargeMonth } from "../charge/charge-month.server"
import { listUnbilledCharges } from "../charge/unbilled.server"
import { listCreditableLines } from "../credit-note/credit-notes.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { creditSold } from "../package/credit-sale.server"
import { addPackageOffer, sellPackage } from "../package/sell-package.server"
import { approvePay, lockPay } from "./approve-pay.server"
import { sumLines } from "./pay"
import { calculatePay } from "./pay-lines.server"
import { agreePayRate } from "./pay-rates.server"
import { findPay } from "./payslips.server"

// A percentage of what was charged follows credit notes: docs/accounting-pay.md, figure by figure.

const september = { from: "2026-09-01", to: "2026-09-30" }
const october = { from: "2026-10-01", to: "2026-10-31" }
const at = (day: string) => fixClock(Date.parse(`${day}T17:00:00Z`))
const minor = (text = "") => Math.round(Number.parseFloat(text) * 100)

/** The rows of the table, cell by cell. */
const rows = tableBelow(readFileSync("docs/accounting-pay.md", "utf8"), "A percentage and credit notes")

/** What a family is charged for two lessons in September, and the invoice over it. */
function openLessons(charged: string) {
  at("2026-09-01")
  const { actor } = openSchool()
  const teacherId = addTeacherRow(actor, "Marcus Whitfield")
  const billing = charged.startsWith("monthly")
    ? "monthly"
    : charged.startsWith("package")
      ? "package"
      : "per_session"
  const amountMinor = minor(/[\d.]+$/.exec(charged)?.[0])
  const { classId, studentIds } = openClass(actor, {
    class: { teacherId },
    pupils: ["Otis Haddad"],
    price: { billing, amountMinor },
  })
  const [studentId = ""] = studentIds
  const familyId =
    db().select({ id: students.familyId }).from(students).where(eq(students.id, studentId)).get()?.id ?? ""
  agreePayRate(actor, teacherId, {
    ...{ kind: "percent", amountMinor: 0, basisPoints: 5000, fromDate: "2026-09-01" },
  })
  if (billing === "monthly") chargeMonth(actor, "2026-09")
  if (billing === "package") sellTo(actor, { familyId, studentId }, amountMinor)
  const ids = ["2026-09-08", "2026-09-15"].map((day) =>
    addSessionRow(actor, classId, day, { teacherId, startTime: "10:00" }),
  )
  at("2026-09-29")
  for (const id of ids)
    expect(takeRegister(actor, id, { marks: [{ studentId, code: "present" }] }).ok).toBe(true)
  const chargeIds = listUnbilledCharges(actor).map(({ chargeId }) => chargeId)
  const issued = orFail(issueInvoice(actor, november(familyId, chargeIds)))
  return { actor, teacherId, invoiceId: issued.invoiceId }
}

function sellTo(actor: Actor, holder: { familyId: string; studentId: string }, price: number) {
  const offer = orFail(addPackageOffer(actor, { name: "4 lessons", lessons: 4, price, restRule: "forfeit" }))
  const sale = { ...holder, offerId: offer.id, soldOn: "2026-09-01", formKey: newId() }
  expect(sellPackage(actor, sale).ok).toBe(true)
}

/** Credits an amount of the first line. */
function credit(actor: Actor, invoiceId: string, amountMinor: number) {
  const invoice = findInvoice(actor, invoiceId)
  const [line] = invoice ? listCreditableLines(actor, invoice) : []
  const credited = creditSold(actor, {
    invoiceId,
    amounts: new Map([[line?.id ?? "", amountMinor]]),
    reason: "Agreed",
  })
  expect(credited.ok).toBe(true)
}

function approve(actor: Actor, teacherId: string, period: typeof september) {
  const { totalMinor } = findPay(actor, teacherId, period)
  expect(approvePay(actor, period, { teacherIds: [teacherId], reviewedMinor: totalMinor }).ok).toBe(true)
  lockPay(actor, period)
  return totalMinor
}

describe("the worked examples", () => {
  test("are there", () => expect(rows).toHaveLength(6))

  test.each(rows)("%s, %s credited %s", (charged, credited, when, slip, correction) => {
    const { actor, teacherId, invoiceId } = openLessons(charged)
    if (when === "before the payslip") credit(actor, invoiceId, minor(credited))
    at("2026-10-01")
    expect(approve(actor, teacherId, september)).toBe(minor(slip))
    at("2026-10-05")
    if (when === "after it") credit(actor, invoiceId, minor(credited))
    const lines = calculatePay(actor, october).get(teacherId) ?? []
    expect(lines.every(({ kind }) => kind === "correction")).toBe(true)
    expect(sumLines(lines)).toBe(correction === "none" ? 0 : minor(correction))
    // of one teacher by themselves it is the same, and said once
    expect(calculatePay(actor, october, teacherId).get(teacherId) ?? []).toEqual(lines)
    at("2026-11-01")
    if (lines.length > 0) approve(actor, teacherId, october)
    const later = { from: "2026-11-01", to: "2026-11-30" }
    expect(calculatePay(actor, later, teacherId).get(teacherId) ?? []).toEqual([])
    booksAreSound()
  })
})

test("an hourly rate doesn’t ask what was charged", () => {
  const { actor, teacherId, invoiceId } = openLessons("2 lessons at 40.00")
  agreePayRate(actor, teacherId, { kind: "per_hour", amountMinor: 3000, fromDate: "2026-09-02" })
  at("2026-10-01")
  expect(approve(actor, teacherId, september)).toBe(6000)
  credit(actor, invoiceId, 4000)
  expect(calculatePay(actor, october).get(teacherId) ?? []).toEqual([])
})
