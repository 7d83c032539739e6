import { sqlite } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { events } from "db/schema/foundation-audit"
import { emails } from "db/schema/foundation-mail"
import { charges } from "db/schema/money"
import { expect, test } from "vitest"
import { november, okaforAdults, openFamily, owe } from "../../../../tests/support/billing"
import { payInCash } from "../../../../tests/support/payments"
import { changeRows, openSchool, orFail, rowOf, rowsOf } from "../../../../tests/support/school"
import { spareCredit } from "../payment/spare-credit.server"
import { changeDraft, discardDraft, saveDraft } from "./draft-invoice.server"
import { findInvoice } from "./invoice.server"
import { issueInvoice } from "./issue-invoice.server"
import { listInvoices } from "./list-invoices.server"
import { remindOfInvoice } from "./remind-invoice.server"
import { voidInvoice } from "./void-invoice.server"

function school() {
  const { actor } = openSchool()
  const family = openFamily(actor)
  return { actor, family }
}

const mailsOf = (schoolId: string) => rowsOf(emails, { schoolId })
const sequenceOf = (schoolId: string) => rowOf(schools, { id: schoolId })?.invoiceSequence

test("an issued invoice has the next number, frozen names, and shares that add up to the cent", () => {
  const { actor, family } = school()
  const chargeIds = [owe(actor, family, 3250), owe(actor, family, 4501)]
  const issued = orFail(issueInvoice(actor, november(family.familyId, chargeIds)))
  expect(issued.number).toBe("2026-0001")
  const invoice = findInvoice(actor, issued.invoiceId)
  expect(invoice).toMatchObject({
    state: "sent",
    billTo: "Mateo Okafor and Zoë Okafor",
    sellerName: "Harmony School of Music",
    issuedOn: "2026-11-18",
    totalMinor: 7751,
    openMinor: 7751,
  })
  expect(invoice?.shares.map(({ name, amountMinor }) => [name, amountMinor])).toEqual([
    ["Mateo Okafor", 3876],
    ["Zoë Okafor", 3875],
  ])
  const mails = mailsOf(actor.school.id).filter(({ template }) => template === "invoice-issued")
  expect(mails.map(({ recipient }) => recipient)).toEqual(okaforAdults.map(({ email }) => email))
  expect(JSON.parse(mails[0]?.data ?? "")).toMatchObject({
    number: "2026-0001",
    total: "$77.51",
    share: "$38.76",
  })
  const entry = rowOf(events, { schoolId: actor.school.id, noun: "invoice" })
  expect(entry).toMatchObject({ verb: "issue", actorName: "Ruth Castellano", nounId: issued.invoiceId })
})

test("the same lines sent twice make one invoice, and the second call names it", () => {
  const { actor, family } = school()
  const choice = november(family.familyId, [owe(actor, family, 3250)])
  const first = issueInvoice(actor, choice)
  const second = issueInvoice(actor, choice)
  expect(second).toEqual({ ok: false, reason: "already-billed", invoiceId: first.ok && first.invoiceId })
  expect(sequenceOf(actor.school.id)).toBe(1)
})

test("a refusal changes nothing and gives no number away", () => {
  const { actor, family } = school()
  const billed = owe(actor, family, 1000)
  issueInvoice(actor, november(family.familyId, [billed]))
  const before = [
    sequenceOf(actor.school.id),
    mailsOf(actor.school.id).length,
    listInvoices(actor, { page: 1 }).count,
  ]
  const open = owe(actor, family, 500)
  const other = openFamily(actor, { name: "Rossi" })
  const stranger = openSchool().actor
  const theirs = openFamily(stranger)
  const gone = owe(actor, family, 700)
  changeRows(charges, { id: gone }, { withdrawnAt: 1, withdrawnReason: "typed twice" })
  const minus = owe(actor, family, -600)
  const silent = openFamily(actor, { name: "Silent", adults: [{ name: "A", payerShare: 0 }] })
  const refusals = [
    issueInvoice(actor, november(family.familyId, [])),
    issueInvoice(actor, november(family.familyId, [billed, open])),
    issueInvoice(actor, november(family.familyId, [open, owe(actor, other, 100)])),
    issueInvoice(actor, november(family.familyId, [open, owe(stranger, theirs, 100)])),
    issueInvoice(actor, november(family.familyId, [gone])),
    issueInvoice(actor, november(family.familyId, [open, minus])),
    issueInvoice(actor, november(theirs.familyId, [open])),
    issueInvoice(actor, november(silent.familyId, [owe(actor, silent, 100)])),
    issueInvoice(actor, { ...november(family.familyId, [open]), dueOn: "2026-11-17" }),
    issueInvoice(actor, { ...november(family.familyId, [open]), draftId: "no-such-draft" }),
  ]
  expect(refusals.map((refusal) => (refusal.ok ? "ok" : refusal.reason))).toEqual([
    "nothing-to-bill",
    "already-billed",
    "line-gone",
    "line-gone",
    "line-gone",
    "negative-total",
    "no-family",
    "no-payer",
    "due-in-the-past",
    "not-a-draft",
  ])
  expect([
    sequenceOf(actor.school.id),
    mailsOf(actor.school.id).length,
    listInvoices(actor, { page: 1 }).count,
  ]).toEqual(before)
})

test("without guardians an only student pays for themself, several students pay as a family", () => {
  const { actor } = school()
  const alone = openFamily(actor, { name: "Moreau", adults: [], children: ["Chloé"] })
  const both = openFamily(actor, { name: "Lindqvist", adults: [], children: ["Elsa", "Nils"] })
  const billTo = [alone, both].map((family) => {
    const issued = issueInvoice(actor, november(family.familyId, [owe(actor, family, 100)]))
    return issued.ok && findInvoice(actor, issued.invoiceId)?.billTo
  })
  expect(billTo).toEqual(["Chloé Moreau", "Lindqvist"])
})

test("a draft takes nothing: its charges can be billed elsewhere, and it says what is left", () => {
  const { actor, family } = school()
  const [one, two] = [owe(actor, family, 1000), owe(actor, family, 2000)] as const
  const draft = orFail(saveDraft(actor, november(family.familyId, [one, two])))
  expect(findInvoice(actor, draft.invoiceId)).toMatchObject({ state: "draft", number: null, openMinor: 0 })
  expect(issueInvoice(actor, november(family.familyId, [one])).ok).toBe(true)
  expect(
    issueInvoice(actor, { ...november(family.familyId, [one, two]), draftId: draft.invoiceId }),
  ).toBeRefused("already-billed")
  expect(changeDraft(actor, draft.invoiceId, november(family.familyId, [two])).ok).toBe(true)
  const issued = issueInvoice(actor, { ...november(family.familyId, [two]), draftId: draft.invoiceId })
  expect(issued).toEqual({
    ok: true,
    invoiceId: draft.invoiceId,
    number: "2026-0002",
    numbers: ["2026-0002"],
    totalMinor: 2000,
    reach: {
      reached: [expect.any(String), expect.any(String)],
      returned: [],
      withoutEmail: [],
      unwanting: [],
    },
  })
  expect(discardDraft(actor, draft.invoiceId)).toBeRefused("not-a-draft")
})

test("a discarded draft is gone and took no number", () => {
  const { actor, family } = school()
  const draft = orFail(saveDraft(actor, november(family.familyId, [owe(actor, family, 1000)])))
  expect(discardDraft(openSchool().actor, draft.invoiceId).ok).toBe(false)
  expect(discardDraft(actor, draft.invoiceId)).toEqual({ ok: true })
  expect(findInvoice(actor, draft.invoiceId)).toBeUndefined()
  expect(sequenceOf(actor.school.id)).toBe(0)
})

test("voiding keeps the number and frees the lines; what was paid becomes account credit", () => {
  const { actor, family } = school()
  const chargeId = owe(actor, family, 1000)
  const first = orFail(issueInvoice(actor, november(family.familyId, [chargeId])))
  expect(voidInvoice(openSchool().actor, { invoiceId: first.invoiceId, reason: "x" })).toBeRefused(
    "no-invoice",
  )
  expect(voidInvoice(actor, { invoiceId: first.invoiceId, reason: " Wrong family " }).ok).toBe(true)
  expect(findInvoice(actor, first.invoiceId)).toMatchObject({
    state: "void",
    number: "2026-0001",
    voidReason: "Wrong family",
    openMinor: 0,
  })
  expect(voidInvoice(actor, { invoiceId: first.invoiceId, reason: "x" })).toBeRefused("already-void")
  for (const change of ["voided_on = '2026-10-01'", "voided_at = 1", "void_reason = null"])
    expect(() => sqlite().prepare(`update invoices set ${change} where id = ?`).run(first.invoiceId)).toThrow(
      "an issued invoice is frozen",
    )
  const second = orFail(issueInvoice(actor, november(family.familyId, [chargeId])))
  expect(second.number).toBe("2026-0002")
  payInCash(actor, { invoiceId: second.invoiceId, amountMinor: 1, payerName: "Mateo Okafor" })
  expect(voidInvoice(actor, { invoiceId: second.invoiceId, reason: "x" })).toEqual({
    ok: true,
    number: "2026-0002",
    creditMinor: 1,
    feesMinor: 0,
  })
  expect(spareCredit(actor, family.familyId)).toBe(1)
})

test("a reminder goes to each payer with what is still open", () => {
  const { actor, family } = school()
  const issued = orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, 1000)])))
  payInCash(actor, { invoiceId: issued.invoiceId, amountMinor: 400, payerName: "Mateo Okafor" })
  expect(remindOfInvoice(actor, issued.invoiceId)).toEqual({
    ok: true,
    recipients: ["Mateo Okafor", "Zoë Okafor"],
  })
  const reminder = mailsOf(actor.school.id).find(({ template }) => template === "invoice-reminder")
  expect(JSON.parse(reminder?.data ?? "")).toMatchObject({ open: "$6.00", isOverdue: false })
})

test("a reminder that reaches no one is none in the activity", () => {
  const { actor } = openSchool()
  const family = openFamily(actor, { adults: [{ name: "Mateo Okafor", email: null, payerShare: 10_000 }] })
  const issued = orFail(issueInvoice(actor, november(family.familyId, [owe(actor, family, 1000)])))
  expect(remindOfInvoice(actor, issued.invoiceId)).toEqual({ ok: true, recipients: [] })
  const verbs = rowsOf(events, { nounId: issued.invoiceId }, { only: ["verb"] })
  expect(verbs.map(({ verb }) => verb)).not.toContain("remind")
})
