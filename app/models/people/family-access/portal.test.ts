import { guardians, students } from "db/schema/people"
import { expect, test } from "vitest"
import { ownShareOf } from "~/models/money/family-invoice/family-invoice"
import {
  findPortalInvoice,
  findPortalPayment,
  listPortalInvoices,
} from "~/models/money/family-invoice/portal-invoices.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { dueLabel } from "~/models/overview/family-area/due-label"
import { adultsWith, invoiceOver, openPayingFamily, signedIn } from "../../../../tests/support/family"
import { changeRows } from "../../../../tests/support/school"
import { portalLabels } from "./portal"
import { findPortal } from "./portal.server"

const halves = {
  adults: adultsWith({ "Mateo Okafor": 5000, "Zoë Okafor": 5000 }),
}

test("each guardian owes their own part; the list and the invoice agree after one has paid", () => {
  const { school, guardians: both, guardianIds, ...family } = openPayingFamily(halves)
  const invoiceId = invoiceOver(school, family, 10_001)
  const own = () =>
    both.map(({ actor }) => {
      const [row] = listPortalInvoices(actor)
      expect(findPortalInvoice(actor, invoiceId)?.own).toMatchObject({
        shareMinor: row?.shareMinor,
        openMinor: row?.openMinor,
      })
      return row?.openMinor
    })
  expect(own()).toEqual([5001, 5000])
  const paid = recordPayment(school, {
    invoiceId,
    amountMinor: 5001,
    method: "card",
    receivedOn: "2026-11-18",
    payerName: "Mateo Okafor",
    payerId: guardianIds[0],
  })
  if (!paid.ok) throw new Error(paid.reason)
  expect(own()).toEqual([0, 5000])
  expect(both.map(({ actor }) => findPortalPayment(actor, paid.paymentId)?.amountMinor)).toEqual([
    5001,
    undefined,
  ])
})

test("what no one by name paid lowers everyone's part, never below nothing", () => {
  const shares = [
    { payerId: "a", amountMinor: 5000, paidMinor: 0 },
    { payerId: "b", amountMinor: 5000, paidMinor: 5000 },
  ]
  expect(ownShareOf({ openMinor: 2000, shares }, "a")).toEqual({ shareMinor: 5000, openMinor: 2000 })
  expect(ownShareOf({ openMinor: 2000, shares }, "b")).toEqual({ shareMinor: 5000, openMinor: 0 })
  expect(ownShareOf({ openMinor: 2000, shares }, "c")).toEqual({ shareMinor: 0, openMinor: 0 })
})

test("an adult student sees the family’s invoices, and owes nothing of what guardians pay", () => {
  const { school, ...family } = openPayingFamily()
  const [studentId = ""] = family.studentIds
  changeRows(students, { id: studentId }, { email: "otis@haddad.example" })
  const { actor } = signedIn(school, "student", studentId)
  expect(findPortal(actor)).toMatchObject({
    students: [{ id: studentId, as: "self" }],
    accounts: [{ familyId: family.familyId, guardianId: null }],
  })
  expect(portalLabels(findPortal(actor).students)).toBe("student")
  invoiceOver(school, family, 4000)
  expect(listPortalInvoices(actor)).toMatchObject([{ totalMinor: 4000, openMinor: 0 }])
})

test("a guardian who may see no invoices sees the children and no balance", () => {
  const { school, guardian, guardianIds, ...family } = openPayingFamily()
  invoiceOver(school, family, 4000)
  expect(portalLabels(findPortal(guardian.actor).students)).toBe("guardian of Milo and Otis")
  changeRows(guardians, { id: guardianIds[0] ?? "" }, { seesMoney: false })
  expect(findPortal(guardian.actor)).toMatchObject({ accounts: [], seesMoney: false })
  expect(findPortal(guardian.actor).students).toHaveLength(2)
  expect(listPortalInvoices(guardian.actor)).toEqual([])
})

test("a due date is said as people say it", () => {
  const labelOf = (dueOn: string) => dueLabel(dueOn, "2026-11-18").text
  expect(["2026-11-20", "2026-11-19", "2026-11-18", "2026-11-17", "2026-11-15"].map(labelOf)).toEqual([
    "in 2 days",
    "tomorrow",
    "today",
    "1 day overdue",
    "3 days overdue",
  ])
})

test("a due date is overdue from the day after it, whatever the words are", () => {
  const isOverdue = (dueOn: string) => dueLabel(dueOn, "2026-11-18").isOverdue
  expect(["2026-11-19", "2026-11-18", "2026-11-17"].map(isOverdue)).toEqual([false, false, true])
})
