import { db } from "db/client.server"
import { charges, invoices } from "db/schema/money"
import { creditNotes } from "db/schema/money-corrections"
import { discountRules } from "db/schema/money-discounts"
import { payments, refunds } from "db/schema/money-payments"
import { paymentPlans } from "db/schema/money-plans"
import { outsidePayers } from "db/schema/payers"
import { eq } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { issueInvoice } from "~/models/money/invoice/issue-invoice.server"
import { familyBalance } from "~/models/money/ledger/ledger.server"
import { saveMaterial } from "~/models/money/material/materials.server"
import { addPackageOffer } from "~/models/money/package/sell-package.server"
import { Browser, locationOf } from "../../support/app"
import { november, openFamily, owe } from "../../support/billing"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { payInCash } from "../../support/payments"

// What a hostile or clumsy sender posts to the forms of money: amounts that are none, ids of another family of the same school,
// and the same form twice. Nothing of the money changes, and every answer is a page.

let family: ReturnType<typeof openPayingFamily>
let other: { familyId: string; guardianIds: string[]; studentIds: string[] }
let office: Browser
let mine: { invoiceId: string; paymentId: string; chargeId: string; lineId: string }
let theirs: typeof mine

beforeEach(async () => {
  family = openPayingFamily()
  other = openFamily(family.school, { name: "Okafor" })
  office = await Browser.of(family.school.userId ?? "")
  mine = openAccount(family)
  theirs = openAccount(other)
})

/** An invoice of 200.00 of which 50.00 is paid, and 30.00 ready to invoice. */
function openAccount(of: { familyId: string; studentIds: string[] }) {
  const invoiceId = invoiceOver(family.school, of, 20_000)
  const paid = payInCash(family.school, { invoiceId, amountMinor: 5000, payerName: "Somebody" })
  const lineId = findInvoice(family.school, invoiceId)?.groups[0]?.lines[0]?.id ?? ""
  return {
    invoiceId,
    paymentId: paid.ok ? paid.paymentId : "",
    chargeId: owe(family.school, of, 3000),
    lineId,
  }
}

/** Every row of money of the school, and what both families owe. */
function money() {
  const schoolId = family.school.school.id
  const count = (table: typeof charges | typeof invoices | typeof payments | typeof refunds) =>
    db().select().from(table).where(eq(table.schoolId, schoolId)).all().length
  const more = [creditNotes, discountRules, paymentPlans, outsidePayers] as const
  return {
    balances: [family, other].map(({ familyId }) => familyBalance(family.school, familyId)),
    rows: [charges, invoices, payments, refunds].map(count),
    more: more.map((table) => db().select().from(table).where(eq(table.schoolId, schoolId)).all().length),
  }
}

const wrongAmounts = [
  "-5",
  "0",
  "NaN",
  "Infinity",
  "1e9",
  "99999999999999999999",
  "0.001",
  "0x10",
  "١٢",
  " ",
  "5;6",
]

/** Forms with one amount: where it is posted, its field, and the rest that is right. */
function amountForms(): [string, string, Record<string, string>][] {
  const day = "2026-11-18"
  const ledger = `/billing/families/${family.familyId}`
  const newInvoice = `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
  const rows = { "rows[0].dueOn": "2026-12-01", "rows[1].amount": "100", "rows[1].dueOn": "2027-01-01" }
  return [
    [
      `/billing/payments/${mine.paymentId}/refund`,
      "amount",
      { method: "cash", refundedOn: day, reason: "Goodwill" },
    ],
    [`${ledger}/refund`, "amount", { method: "cash", refundedOn: day, reason: "Goodwill" }],
    [ledger, "amount", { intent: "pay", method: "cash", receivedOn: day, payer: "Jonas", formKey: "a" }],
    [`/billing/invoices/${mine.invoiceId}/credit`, `line.${mine.lineId}`, { reason: "Wrong price" }],
    [`/billing/invoices/${mine.invoiceId}/plan`, "rows[0].amount", { ...rows, reason: "", plan: "" }],
    [`/billing/payments/${mine.paymentId}/invoices`, `part.${theirs.invoiceId}`, {}],
    [
      newInvoice,
      "lineAmount",
      { intent: "add-line", lineDescription: "Book", lineDay: day, lineTax: "none" },
    ],
    [
      "/billing/prices/packages",
      "price",
      { intent: "add-offer", name: "Ten", lessons: "10", restRule: "credit" },
    ],
    ["/billing/prices/materials", "price", { intent: "save", name: "Book", stock: "3" }],
    [
      "/billing/prices/discounts",
      "off",
      { intent: "add-discount", name: "S", kind: "sibling", target: "all" },
    ],
    [
      "/settings/policies?edit=late-fee",
      "amount",
      { intent: "late-fee", kind: "fixed", afterDays: "14", cap: "1" },
    ],
    [`/billing/hires/new?family=${family.familyId}`, "price", hire()],
  ]
}

const hire = () => ({
  student: family.studentIds[0] ?? "",
  item: "Violin",
  startsOn: "2026-11-01",
  formKey: "h",
})

test("amounts that are none move no money, and are refused with a page", async () => {
  const before = money()
  // Zero is a free hire or material, a credit or part of nothing is refused as nothing chosen; below zero, a line of an
  // invoice is a reduction.
  for (const [address, field, rest] of amountForms())
    for (const wrong of wrongAmounts) {
      if (wrong === "0" && /hires|materials|packages/.test(address)) continue
      if (wrong === "-5" && field === "lineAmount") continue
      const answer = await office.submit(address, { ...rest, [field]: wrong })
      expect([address, field, wrong, answer.status < 500]).toEqual([address, field, wrong, true])
      if (!["0", " "].includes(wrong)) expect([address, wrong, answer.status]).not.toContain(303)
      expect([address, wrong, money()]).toEqual([address, wrong, before])
    }
}, 240_000)

test("ids of another family of the same school change nothing of theirs", async () => {
  const before = money()
  const plan = { "rows[0].amount": "300", "rows[0].dueOn": "2026-12-01", reason: "", plan: "" }
  const ledger = `/billing/families/${family.familyId}`
  const pay = { intent: "pay", method: "cash", receivedOn: "2026-11-18", payer: "Jonas", amount: "10" }
  const newInvoice = `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
  const rule = { shareBy: "percent", share0: "50", share1: "50", intent: "save" }
  const forged: [string, Record<string, string | string[]>][] = [
    [ledger, { ...pay, "invoice[]": theirs.invoiceId, formKey: "x" }],
    [newInvoice, { intent: "send", "charge[]": theirs.chargeId, dueOn: "2026-12-02", note: "" }],
    [newInvoice, { intent: "send", "charge[]": [mine.chargeId, theirs.chargeId], dueOn: "2026-12-02" }],
    [
      `/billing/invoices/${mine.invoiceId}/credit`,
      { [`line.${theirs.lineId}`]: "10", reason: "Wrong price" },
    ],
    [`/billing/invoices/${mine.invoiceId}/plan`, { ...plan, "invoice[]": theirs.invoiceId }],
    [`/billing/payments/${mine.paymentId}/invoices`, { [`part.${theirs.invoiceId}`]: "10" }],
    [`${ledger}/payers`, { ...rule, "guardian[]": other.guardianIds }],
    [`${ledger}/payers/${other.guardianIds[0]}`, { intent: "remove" }],
    ["/billing/invoices/__proto__/void", { reason: "Wrong" }],
    ["/billing/payments/constructor/reverse", { reason: "Wrong" }],
    ["/billing/payments/constructor", { intent: "won" }],
  ]
  for (const [address, fields] of forged) {
    const answer = await office.submit(address, fields)
    expect([address, [400, 404, 409, 422].includes(answer.status)]).toEqual([address, true])
    expect([address, money()]).toEqual([address, before])
  }
  const credit = { intent: "apply-credit", "invoice[]": theirs.invoiceId, formKey: "y" }
  expect((await office.submit(ledger, credit)).status).toBe(303)
  expect(await office.read(ledger)).toContain("Account credit not applied.")
  expect(money()).toEqual(before)
}, 240_000)

test("the same form twice is carried out once", async () => {
  const ledger = `/billing/families/${family.familyId}`
  const day = "2026-11-18"
  const offer = addPackageOffer(family.school, {
    name: "Ten",
    lessons: 10,
    price: 36_000,
    restRule: "credit",
  })
  const book = saveMaterial(family.school, { name: "Book", price: 1250, tax: "default", stock: 9 })
  const sale = { soldOn: day, formKey: "s" }
  const twice: [string, Record<string, string>][] = [
    [ledger, { intent: "pay", method: "cash", receivedOn: day, payer: "Jonas", amount: "10", formKey: "p" }],
    [
      `/billing/payments/${mine.paymentId}/refund`,
      { amount: "5", method: "cash", refundedOn: day, reason: "Goodwill", formKey: "r" },
    ],
    [
      `/billing/invoices/${mine.invoiceId}/credit`,
      { [`line.${mine.lineId}`]: "10", reason: "Wrong", formKey: "c" },
    ],
    [
      `/billing/materials/sell?family=${family.familyId}`,
      { ...sale, material: book.ok ? book.id : "", quantity: "1", holder: "family" },
    ],
    [
      `/billing/packages/new?family=${family.familyId}`,
      { ...sale, formKey: "k", offer: offer.ok ? offer.id : "", holder: "family" },
    ],
    [`/billing/hires/new?family=${family.familyId}`, { ...hire(), price: "24.00" }],
    [`${ledger}/payers/new`, { name: "Acme Works", email: "bills@acme.example", intent: "save" }],
    [
      "/billing/prices/discounts",
      { intent: "add-discount", name: "Siblings", kind: "sibling", target: "all", off: "10%" },
    ],
    [`/billing/payments/${theirs.paymentId}/reverse`, { reason: "Typed wrongly", formKey: "v" }],
    [`/billing/invoices/${theirs.invoiceId}/write-off`, { reason: "Moved away", formKey: "w" }],
  ]
  for (const [address, fields] of twice) {
    const before = money()
    const first = await office.submit(address, fields)
    const after = money()
    expect([address, first.status, JSON.stringify(after) === JSON.stringify(before)]).toEqual([
      address,
      303,
      false,
    ])
    const second = await office.submit(address, fields)
    expect([address, second.status < 500, money()]).toEqual([address, true, after])
  }
}, 240_000)

test("a form's key of another form makes no second effect and no error of ours", async () => {
  const used = { formKey: "shared" }
  const pay = { intent: "pay", method: "cash", receivedOn: "2026-11-18", payer: "Jonas", amount: "10" }
  expect((await office.submit(`/billing/families/${family.familyId}`, { ...pay, ...used })).status).toBe(303)
  const before = money()
  const credit = { [`line.${mine.lineId}`]: "10", reason: "Wrong price", ...used }
  const answer = await office.submit(`/billing/invoices/${mine.invoiceId}/credit`, credit)
  expect([answer.status < 500, money()]).toEqual([true, before])
})

test("the slower of two people reads on the invoice why nothing happened", async () => {
  const colleague = await Browser.of(family.school.userId ?? "")
  const whole = { [`line.${mine.lineId}`]: "200", reason: "Wrong price" }
  const plan = { "rows[0].amount": "150", "rows[0].dueOn": "2026-12-01", reason: "", plan: "", formKey: "l" }
  const acts: [string, Record<string, string>, Record<string, string>, string][] = [
    [
      `/billing/invoices/${mine.invoiceId}/credit`,
      { ...whole, formKey: "1" },
      { ...whole, formKey: "2" },
      "This invoice has nothing left to credit.",
    ],
    [
      `/billing/invoices/${theirs.invoiceId}/write-off`,
      { reason: "Moved away" },
      { reason: "Moved away" },
      "This invoice has no balance due.",
    ],
  ]
  for (const [address, first, second, why] of acts) {
    expect((await office.submit(address, first)).status).toBe(303)
    const after = money()
    const answer = await colleague.submit(address, second)
    expect([answer.status, money()]).toEqual([303, after])
    expect(await colleague.read(locationOf(answer))).toContain(why)
  }
  const late = await colleague.submit(`/billing/invoices/${mine.invoiceId}/plan`, plan)
  expect(await colleague.read(locationOf(late))).toContain("This invoice has no balance due.")
})

test("an invoice over the same charge twice is one", async () => {
  const choice = november(family.familyId, [mine.chargeId])
  expect(issueInvoice(family.school, choice).ok).toBe(true)
  expect(issueInvoice(family.school, choice)).toMatchObject({ ok: false, reason: "already-billed" })
})
