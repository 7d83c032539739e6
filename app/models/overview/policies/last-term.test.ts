import { classes } from "db/schema/teaching"
import { expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { changeLateFee, ruleTyped } from "~/models/money/late-fee/late-fee.server"
import { recordPayment } from "~/models/money/payment/payment.server"
import { fixClock } from "~/utils/clock.server"
import { november, openFamily, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { chargeLateFees } from "../../../../tests/support/late-fees"
import { addSessionRow, openClass } from "../../../../tests/support/lessons"
import { changeRows, openSchool } from "../../../../tests/support/school"
import { lastTermOf, tryLateFee, tryOutcomes, tryTrialPrice } from "./last-term.server"

const days = (n: number) => fixClock(testNow + n * 86_400_000)

test("late fees that a rule would have charged are those it charges", () => {
  const { actor } = openSchool()
  const rule = { kind: "percent", percent: 5000, afterDays: 7, isMonthly: true, cap: 3000 } as const
  const [paid, partly, open] = [9_000, 20_000, 12_300].map((amountMinor) => {
    const family = openFamily(actor)
    const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, amountMinor)]))
    if (!issued.ok) throw new Error(issued.reason)
    return { ...family, invoiceId: issued.invoiceId, amountMinor }
  })
  if (!paid || !partly || !open) throw new Error("Three invoices")
  changeLateFee(actor, rule)
  const pay = ({ invoiceId }: typeof paid, amountMinor: number, receivedOn: string) =>
    recordPayment(actor, { invoiceId, amountMinor, method: "cash", receivedOn, payerName: "Mateo Okafor" })
  days(3)
  pay(paid, 9_000, "2026-11-20")
  days(21)
  expect(chargeLateFees(actor)).toBe(2)
  days(52)
  expect(chargeLateFees(actor)).toBe(2)
  days(60)
  pay(partly, 15_000, "2027-01-17")
  days(83)
  expect(chargeLateFees(actor)).toBe(2)
  const term = { startsOn: "2026-12-01", endsOn: "2026-12-31", isOver: true }
  const [tried] = tryLateFee(actor, term, ruleTyped(rule))
  expect(tried).toEqual({ of: "late-fees", count: 6, families: 2, wasMinor: 4095, wouldMinor: 4095 })
  const [none] = tryLateFee(actor, term, { ...ruleTyped(rule), kind: "none" })
  expect(none).toMatchObject({ count: 0, families: 0, wouldMinor: 0, wasMinor: 4095 })
})

test("lessons come to what they were charged, and to their share under other rules", () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "per_session", amountMinor: 4500 },
  })
  const tuition = openClass(actor, {
    pupils: ["Ada Rossi"],
    price: { billing: "monthly", amountMinor: 12_000 },
  })
  const mark = (
    of: { classId: string; studentIds: string[] },
    date: string,
    status: "absent" | "excused",
  ) => {
    const taken = takeRegister(actor, addSessionRow(actor, of.classId, date), {
      marks: [{ studentId: of.studentIds[0] ?? "", code: status }],
    })
    expect(taken.ok).toBe(true)
  }
  for (const date of ["2026-11-04", "2026-11-11"]) mark({ classId, studentIds }, date, "excused")
  mark({ classId, studentIds }, "2026-10-28", "absent")
  mark(tuition, "2026-11-04", "absent")
  const term = lastTermOf(actor)
  expect(term).toEqual({ startsOn: "2026-07-01", endsOn: "2026-11-18", isOver: false })
  const rule = { paidPercent: 100, countsAsAttended: false }
  expect(
    tryOutcomes(actor, term, {
      excused: { ...rule, chargedPercent: 50, issuesCredit: false },
      absent: { ...rule, chargedPercent: 100, issuesCredit: true },
    }),
  ).toEqual([
    { of: "excused", count: 2, wasMinor: 0, wouldMinor: 4500, credits: { was: 2, would: 0 } },
    { of: "absent", count: 2, wasMinor: 4500, wouldMinor: 4500, credits: { was: 0, would: 2 } },
  ])
  const earlier = { startsOn: "2026-01-01", endsOn: "2026-06-30", isOver: true }
  expect(
    tryOutcomes(actor, earlier, { excused: { ...rule, chargedPercent: 50, issuesCredit: false } }),
  ).toEqual([{ of: "excused", count: 0, wasMinor: 0, wouldMinor: 0, credits: { was: 0, would: 0 } }])
})

test("trial lessons are at the class price or free", () => {
  const { actor } = openSchool()
  const { classId, studentIds } = openClass(actor, {
    pupils: ["Otis Rossi"],
    price: { billing: "per_session", amountMinor: 2500 },
  })
  changeRows(classes, { id: classId }, { kind: "trial" })
  takeRegister(actor, addSessionRow(actor, classId, "2026-11-04"), {
    marks: [{ studentId: studentIds[0] ?? "", code: "present" }],
  })
  const term = { startsOn: "2026-07-01", endsOn: "2026-11-18", isOver: false }
  expect(tryTrialPrice(actor, term, "class")).toEqual([
    { of: "trials", count: 1, wasMinor: 0, wouldMinor: 2500 },
  ])
})
