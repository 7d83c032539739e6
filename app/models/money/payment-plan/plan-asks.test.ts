import { emails } from "db/schema/foundation-mail"
import { and, eq, inArray } from "drizzle-orm"
import { expect, test } from "vitest"
import { invoiceOver, openPayingFamily } from "../../../../tests/support/family"
import { orFail, rowsOf } from "../../../../tests/support/school"
import { propose } from "../installment/installment"
import { findInvoice } from "../invoice/invoice.server"
import { familyBalance } from "../ledger/ledger.server"
import { recordPayment } from "../payment/payment.server"
import { refundPayment } from "../payment/refund.server"
import { reversePayment } from "../payment/reverse-payment.server"
import { agreePlan, undoPlan } from "./payment-plan.server"
import { askForPlan, declineAsk, findAsk, findOwnAsk, listOpenAsks, withdrawAsk } from "./plan-asks.server"

const three = { count: 3, firstOn: "2026-12-01", note: "After payday, please" }

function openAsk() {
  const family = openPayingFamily()
  const invoiceId = invoiceOver(family.school, family, 30_000)
  const reader = family.guardian.actor
  const ask = (more: Partial<typeof three> = {}) => askForPlan(reader, invoiceId, { ...three, ...more })
  return { ...family, invoiceId, reader, ask }
}

type Asked = ReturnType<typeof openAsk>

const agree = ({ school, invoiceId }: Asked) =>
  agreePlan(school, {
    invoiceId,
    invoiceIds: [],
    planId: null,
    rows: propose({ totalMinor: 30_000, count: 2, firstOn: "2026-12-05", rhythm: "month" }),
    reason: "",
  })

/** The emails about requests and plans, by template. */
const mails = ({ school }: Asked) =>
  rowsOf(
    emails,
    and(
      eq(emails.schoolId, school.school.id),
      inArray(emails.template, ["plan-asked", "plan-declined", "payment-plan"]),
    ),
    { only: ["template", "recipient", "data"] },
  ).map(({ data, ...mail }) => ({ ...mail, data: JSON.parse(data) }))

test("a request changes nothing of the invoice, and the office is told", () => {
  const asked = openAsk()
  const before = findInvoice(asked.school, asked.invoiceId)
  expect(asked.ask().ok).toBe(true)
  expect(findInvoice(asked.school, asked.invoiceId)).toEqual(before)
  expect(familyBalance(asked.school, asked.familyId)).toBe(30_000)
  expect(listOpenAsks(asked.school)).toMatchObject([
    { ...three, askerName: "Jonas Haddad", familyName: "Haddad", openMinor: 30_000 },
  ])
  expect(mails(asked)).toMatchObject([
    { template: "plan-asked", data: { installments: 3, open: "$300.00", note: three.note } },
  ])
})

test("one request is open for an invoice at a time, and three a day at most", () => {
  const asked = openAsk()
  expect(asked.ask({ firstOn: "2026-11-17" })).toBeRefused("too-early")
  for (let time = 0; time < 3; time += 1) {
    expect(asked.ask().ok).toBe(true)
    expect(asked.ask()).toBeRefused("asked")
    expect(withdrawAsk(asked.reader, asked.invoiceId)).toEqual({ ok: true })
  }
  expect(withdrawAsk(asked.reader, asked.invoiceId)).toBeRefused("no-ask")
  expect(asked.ask()).toBeRefused("too-often")
  expect(listOpenAsks(asked.school)).toEqual([])
})

test("a plan answers it, whatever was agreed; undone, it is open again", () => {
  const asked = openAsk()
  asked.ask()
  const agreed = orFail(agree(asked))
  expect(findAsk(asked.school, asked.invoiceId)).toMatchObject({ answer: "accepted", planId: agreed.planId })
  expect(listOpenAsks(asked.school)).toEqual([])
  expect(mails(asked).at(-1)).toMatchObject({ template: "payment-plan", data: { act: "agreed" } })
  expect(asked.ask()).toBeRefused("planned")
  const { invoiceId } = asked
  expect(undoPlan(asked.school, { invoiceId, planId: agreed.planId, step: "undo-agree" }).ok).toBe(true)
  expect(findAsk(asked.school, invoiceId)).toMatchObject({ answer: null, planId: null })
  expect(listOpenAsks(asked.school)).toHaveLength(1)
})

test("of two payers each reads their own request, and one is open for both", () => {
  const adults = [
    { name: "Jonas Haddad", payerShare: 5000 },
    { name: "Leyla Haddad", payerShare: 5000 },
  ]
  const family = openPayingFamily({ adults })
  const invoiceId = invoiceOver(family.school, family, 30_000)
  const [jonas, leyla] = family.guardians.map(({ actor }) => actor)
  if (!jonas || !leyla) throw new Error("Two pay")
  expect(askForPlan(jonas, invoiceId, three).ok).toBe(true)
  expect(findOwnAsk(jonas, invoiceId)).toMatchObject({ count: 3, answer: null })
  expect(findOwnAsk(leyla, invoiceId)).toBeUndefined()
  expect(askForPlan(leyla, invoiceId, three)).toBeRefused("asked")
  expect(withdrawAsk(leyla, invoiceId)).toBeRefused("no-ask")
  expect(withdrawAsk(jonas, invoiceId)).toEqual({ ok: true })
  expect(findOwnAsk(leyla, invoiceId)).toBeNull()
})

test("it is declined once, with a reason that the family reads", () => {
  const asked = openAsk()
  asked.ask()
  const askId = findAsk(asked.school, asked.invoiceId)?.id ?? ""
  expect(declineAsk(asked.school, askId, "The term ends first").ok).toBe(true)
  expect(declineAsk(asked.school, askId, "Again")).toBeRefused("no-ask")
  expect(mails(asked).filter(({ template }) => template === "plan-declined")).toMatchObject([
    { data: { reason: "The term ends first", open: "$300.00" } },
  ])
  expect(asked.ask().ok).toBe(true)
})

test("a refund after the invoice was paid in full leaves nothing asked for, a payment by mistake does", () => {
  const [kept, ended, partly] = [openAsk(), openAsk(), openAsk()]
  const payOf = ({ school, invoiceId }: Asked, amountMinor: number) => {
    const paid = { amountMinor, method: "cash" as const, receivedOn: "2026-11-18", payerName: "Jonas" }
    return orFail(recordPayment(school, { ...paid, invoiceId })).paymentId
  }
  const back = { amountMinor: 5_000, method: "cash" as const, refundedOn: "2026-11-18", reason: "Was ill" }
  for (const one of [kept, ended, partly]) one.ask()
  expect(reversePayment(kept.school, { paymentId: payOf(kept, 30_000), reason: "Another family’s" }).ok).toBe(
    true,
  )
  expect(refundPayment(partly.school, payOf(partly, 10_000), back).ok).toBe(true)
  expect(refundPayment(ended.school, payOf(ended, 30_000), back).ok).toBe(true)
  expect([kept, partly, ended].map(({ school }) => listOpenAsks(school).length)).toEqual([1, 1, 0])
  expect(findOwnAsk(ended.reader, ended.invoiceId)?.answer).toBe("withdrawn")
  expect(ended.ask()).toMatchObject({ ok: true })
})

test("it is another family’s and another school’s to no one, and nothing is asked of a paid invoice", () => {
  const asked = openAsk()
  const other = openAsk()
  expect(askForPlan(other.reader, asked.invoiceId, three)).toBeRefused("no-invoice")
  asked.ask()
  const askId = findAsk(asked.school, asked.invoiceId)?.id ?? ""
  expect(declineAsk(other.school, askId, "Mine now")).toBeRefused("no-invoice")
  expect(withdrawAsk(other.reader, asked.invoiceId)).toBeRefused("no-invoice")
  expect(listOpenAsks(other.school)).toEqual([])
  const paid = { amountMinor: 30_000, method: "cash" as const, receivedOn: "2026-11-18", payerName: "Jonas" }
  recordPayment(asked.school, { ...paid, invoiceId: asked.invoiceId })
  expect(listOpenAsks(asked.school)).toEqual([])
  withdrawAsk(asked.reader, asked.invoiceId)
  expect(asked.ask()).toBeRefused("nothing-open")
})
