import { sqlite } from "db/client.server"
import { bouncedAddresses, emails } from "db/schema/foundation-mail"
import { outsidePayers } from "db/schema/payers"
import fc from "fast-check"
import { beforeEach, describe, expect, test } from "vitest"
import { confirmAddress, listBouncedPeople } from "~/models/people/bounce/bounced-people.server"
import { addFamily } from "~/models/people/family/family.server"
import { fixClock } from "~/utils/clock.server"
import { november, owe } from "../../../../tests/support/billing"
import { testNow } from "../../../../tests/support/clock"
import { adultsWith, openPayingFamily } from "../../../../tests/support/family"
import { inHistories } from "../../../../tests/support/histories/count"
import { addRows, orFail, rowsOf } from "../../../../tests/support/school"
import { booksAreSound } from "../../../../tests/support/sound-books"
import { listPortalInvoices } from "../family-invoice/portal-invoices.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { findInvoiceLink, listOpenLinks } from "../invoice-link/invoice-link.server"
import { recordPayment } from "../payment/payment.server"
import { payerStatement } from "../statement/statement.server"
import {
  addOutsidePayer,
  changeOutsidePayer,
  findOutsidePayer,
  forgetOutsidePayer,
  forgetOutsidePayers,
  listKnownPayers,
  removeOutsidePayer,
} from "./outside-payers.server"
import { listPayers } from "./payer-key.server"
import { guardianShares, type PartPayers, payersBy } from "./payer-rules"
import { changePayers, findPayerRules } from "./payer-rules.server"
import { sharesOf } from "./split"

let family: ReturnType<typeof openPayingFamily>
let employer = ""

const details = {
  name: "Acme Works",
  email: "bills@acme.example",
  address: "1 Plant Road\nSpringfield",
  taxNumber: "DE 123",
  reference: "PO 77",
  endsOn: null,
}

beforeEach(() => {
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  const added = orFail(addOutsidePayer(family.school, family.familyId, details))
  employer = added.payerId
})

type Shares = {
  shareBy?: "percent" | "amount" | "category"
  of?: number[]
  other?: number
  parts?: PartPayers
}

function share({ shareBy = "percent", of = [2000, 2000], other = 6000, parts = {} }: Shares) {
  const isPercent = shareBy === "percent"
  return changePayers(family.school, family.familyId, {
    shareBy,
    hasOwnInvoices: true,
    guardians: family.guardianIds.map((id, index) => ({
      id,
      share: isPercent ? (of[index] ?? 0) : 0,
      amountMinor: null,
      billingEmail: null,
      billingAddress: null,
    })),
    others: [
      { id: employer, share: isPercent ? other : 0, amountMinor: shareBy === "amount" ? other : null },
    ],
    parts,
  })
}

function issue(...amounts: number[]) {
  const charges = amounts.map((amountMinor) => owe(family.school, family, amountMinor))
  orFail(issueInvoice(family.school, november(family.familyId, charges)))
  const ids = sqlite().prepare("select id from invoices where school_id = ? order by sequence").pluck()
  return (ids.all(family.school.school.id) as string[]).flatMap((id) => findInvoice(family.school, id) ?? [])
}
const payers = () => listPayers(family.school, { id: family.familyId, name: "Haddad" })
const which = () => ({ familyId: family.familyId, payerId: employer })

describe("a payer who isn't a guardian", () => {
  test("gets an invoice of their own, addressed and mailed, which a link pays and no guardian sees", () => {
    expect(share({})).toEqual({ ok: true })
    const invoices = issue(10_001)
    expect(invoices.map(({ billTo, totalMinor }) => [billTo, totalMinor])).toEqual([
      ["Jonas Haddad", 2000],
      ["Layla Haddad", 2000],
      ["Acme Works", 6001],
    ])
    const theirs = invoices[2]
    expect(theirs).toMatchObject({
      payerId: employer,
      guardianId: null,
      billToAddress: details.address,
      billToTaxNumber: "DE 123",
      billToReference: "PO 77",
    })
    const seen = family.guardians.flatMap(({ actor }) => listPortalInvoices(actor).map(({ id }) => id))
    expect(seen).not.toContain(theirs?.id)
    expect(seen).toHaveLength(2)
    const mails = rowsOf(
      emails,
      { schoolId: family.school.school.id, template: "invoice-issued" },
      { only: ["recipient"] },
    )
    expect(mails.map(({ recipient }) => recipient)).toContain("bills@acme.example")
    const [link] = listOpenLinks(family.school, theirs?.id ?? "")
    expect(findInvoiceLink(link?.secret ?? "")).toMatchObject({ payerId: employer, name: "Acme Works" })
    const paid = recordPayment(family.school, {
      familyId: family.familyId,
      amountMinor: 6001,
      method: "transfer",
      receivedOn: "2026-11-18",
      payerName: "acme works",
    })
    expect(paid).toMatchObject({ ok: true, creditMinor: 0 })
    expect(findInvoice(family.school, theirs?.id ?? "")).toMatchObject({ openMinor: 0, state: "paid" })
    const year = { from: "2026-01-01", to: "2026-12-31" }
    const statement = payerStatement(family.school, which(), year)
    expect(statement.entries.map(({ kind, amountMinor }) => [kind, amountMinor])).toEqual([
      ["invoice", 6001],
      ["payment", -6001],
    ])
    expect(statement.closingMinor).toBe(0)
    booksAreSound()
  })

  test("pays a category or an amount, and the guardians the rest", () => {
    const [jonas = ""] = family.guardianIds
    const rest = { hire: jonas, materials: jonas, other: jonas }
    expect(share({ shareBy: "category", parts: { lessons: employer, ...rest } })).toEqual({ ok: true })
    expect(payers().map(({ name }) => name)).toEqual(["Jonas Haddad", "Acme Works"])
    expect(share({ shareBy: "amount", other: 5000, parts: { rest: jonas } })).toEqual({ ok: true })
    expect(issue(8_000).map(({ billTo, totalMinor }) => [billTo, totalMinor])).toEqual([
      ["Jonas Haddad", 3000],
      ["Acme Works", 5000],
    ])
    booksAreSound()
  })

  test("ends after a day, and the guardians' shares are the whole again", () => {
    share({ of: [1000, 3000] })
    expect(changeOutsidePayer(family.school, which(), { ...details, endsOn: "2026-11-30" })).toEqual({
      ok: true,
    })
    expect(payers().map(({ basisPoints }) => basisPoints)).toEqual([1000, 3000, 6000])
    fixClock(Date.UTC(2026, 11, 2, 12))
    expect(payers().map(({ name, basisPoints }) => [name, basisPoints])).toEqual([
      ["Jonas Haddad", 2500],
      ["Layla Haddad", 7500],
    ])
    const rules = findPayerRules(family.school, family.familyId)
    expect(rules && guardianShares(rules)).toEqual([2500, 7500])
  })

  test("isn't removed while an invoice is open, and stays on it when they are", () => {
    share({})
    const theirs = issue(10_000)[2]
    expect(removeOutsidePayer(family.school, which())).toBeRefused("open-invoices")
    recordPayment(family.school, {
      invoiceId: theirs?.id ?? "",
      amountMinor: 6000,
      method: "transfer",
      receivedOn: "2026-11-18",
      payerName: "Acme Works",
    })
    expect(removeOutsidePayer(family.school, which())).toMatchObject({ ok: true })
    expect(findOutsidePayer(family.school, family.familyId, employer)).toBeUndefined()
    expect(payers().map(({ basisPoints }) => basisPoints)).toEqual([5000, 5000])
    expect(findInvoice(family.school, theirs?.id ?? "")?.shares[0]).toMatchObject({ payerId: employer })
    booksAreSound()
  })

  test("pays for a family without guardians, which pays what is left", () => {
    const { familyId } = addFamily(family.school, { name: "Solo", guardians: [] })
    const added = orFail(addOutsidePayer(family.school, familyId, details))
    const choice = { shareBy: "percent" as const, hasOwnInvoices: true, guardians: [], parts: {} }
    const other = (part: number) => ({ others: [{ id: added.payerId, share: part, amountMinor: null }] })
    const change = (part: number) => changePayers(family.school, familyId, { ...choice, ...other(part) })
    const found = () =>
      listPayers(family.school, { id: familyId, name: "Solo" }).map(({ name, basisPoints }) => [
        name,
        basisPoints,
      ])
    expect(found()).toEqual([["Solo", 10_000]])
    expect(change(4000)).toEqual({ ok: true })
    expect(found()).toEqual([
      ["Solo", 6000],
      ["Acme Works", 4000],
    ])
    expect(change(10_000)).toEqual({ ok: true })
    expect(found()).toEqual([["Acme Works", 10_000]])
  })

  test("whose emails come back is listed with the family, and emailed again once the office confirms the address", () => {
    share({})
    const seen = { firstAt: testNow, lastAt: testNow }
    addRows(bouncedAddresses, { address: details.email, kind: "bounced", reason: "Policy", ...seen })
    const { familyId, school } = family
    expect(listBouncedPeople(school)).toMatchObject([{ name: "Acme Works", familyId }])
    expect(payers().find(({ name }) => name === "Acme Works")?.emailReturns).toBe(true)
    expect(confirmAddress(school, details.email)).toBe(true)
    expect(payers().find(({ name }) => name === "Acme Works")?.emailReturns).toBeUndefined()
    expect(listBouncedPeople(school)).toEqual([])
  })

  test("is forgotten with the family, but for the invoices they were sent", () => {
    share({})
    const theirs = issue(10_000)[2]
    forgetOutsidePayers(family.school, family.familyId)
    expect(findOutsidePayer(family.school, family.familyId, employer)).toBeUndefined()
    const invoice = findInvoice(family.school, theirs?.id ?? "")
    expect(invoice).toMatchObject({ billTo: "Acme Works", shares: [{ email: null }] })
    expect(listOpenLinks(family.school, theirs?.id ?? "")).toEqual([])
  })

  test("is forgotten alone, and leaves no row where no money names them", () => {
    share({})
    const rows = () => rowsOf(outsidePayers, { familyId: family.familyId })
    forgetOutsidePayer(family.school, employer)
    expect(rows()).toEqual([])
    expect(payers().map(({ basisPoints }) => basisPoints)).toEqual([5000, 5000])
    const again = addOutsidePayer(family.school, family.familyId, details)
    employer = again.ok ? again.payerId : ""
    const [jonas = ""] = family.guardianIds
    const parts = { lessons: jonas, hire: jonas, materials: jonas, other: employer }
    expect(share({ shareBy: "category", parts })).toEqual({ ok: true })
    const theirs = issue(10_000)[0]
    expect(theirs?.billTo).toBe("Acme Works")
    forgetOutsidePayer(family.school, employer)
    expect(JSON.stringify(rows())).not.toMatch(/acme|plant|PO 77|DE 123/i)
    expect(listKnownPayers(family.school, family.familyId)).toEqual([])
    expect(issue(4000).map(({ billTo }) => billTo)).not.toContain("Erased payer")
    expect(findInvoice(family.school, theirs?.id ?? "")).toMatchObject({ billTo: "Acme Works" })
    booksAreSound()
  })

  test("is another school's to no one, and the rules name every payer once", () => {
    const stranger = openPayingFamily()
    expect(addOutsidePayer(family.school, stranger.familyId, details)).toBeRefused("no-family")
    const theirs = { familyId: stranger.familyId, payerId: employer }
    expect(changeOutsidePayer(stranger.school, theirs, details)).toBeRefused("no-payer")
    expect(removeOutsidePayer(stranger.school, theirs)).toBeRefused("no-payer")
    expect(share({ of: [5000, 5000], other: 1000 })).toBeRefused("not-whole")
    const rules = findPayerRules(family.school, family.familyId)
    if (!rules) throw new Error("No rules")
    const { others: _, ...withoutOthers } = rules
    expect(changePayers(family.school, family.familyId, withoutOthers)).toBeRefused("other-guardians")
  })
})

test("whatever the shares, all payers together have every cent, and what was typed is read back", () => {
  const guardian = fc.integer({ min: 0, max: 10_000 })
  fc.assert(
    fc.property(
      fc.array(guardian, { minLength: 1, maxLength: 4 }),
      fc.integer({ min: 0, max: 10_000 }),
      fc.array(fc.integer({ min: 1, max: 500_000 }), { minLength: 1, maxLength: 5 }),
      (weights, other, amounts) => {
        const base = { amountMinor: null, billingEmail: null, billingAddress: null, name: "", email: null }
        const whole = weights.reduce((sum, weight) => sum + weight, 0)
        fc.pre(whole > 0)
        const guardians = weights.map((weight, index) => ({ ...base, id: `${index}`, share: weight }))
        const facts = { name: "", email: "", address: null, taxNumber: null, reference: null, endsOn: null }
        const others = [{ ...facts, id: "other", share: other, amountMinor: null, hasEnded: false }]
        const itself = { name: "", email: null, hasPortal: false }
        const rules = {
          shareBy: "percent" as const,
          hasOwnInvoices: true,
          guardians,
          others,
          itself,
          parts: {},
        }
        expect(guardianShares(rules).reduce((sum, part) => sum + part, other)).toBe(10_000)
        const lines = amounts.map((amountMinor) => ({ amountMinor, taxMinor: 0, source: "item" as const }))
        const parts = sharesOf(lines, payersBy(rules))
        const total = amounts.reduce((sum, amountMinor) => sum + amountMinor, 0)
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(total)
      },
    ),
    { numRuns: 500 },
  )
})

test("percentages that were typed are read back as they were typed", () => {
  inHistories(60, fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 3 }), (typed) => {
    const other = 10_000 - typed.reduce((sum, part) => sum + part, 0)
    share({ of: typed, other })
    const chosen = family.guardianIds.map((_, index) => typed[index] ?? 0)
    const isTyped = chosen.reduce((sum, part) => sum + part, other) === 10_000
    fc.pre(isTyped)
    const rules = findPayerRules(family.school, family.familyId)
    expect(rules && guardianShares(rules)).toEqual(chosen)
  })
})
