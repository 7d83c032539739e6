import { beforeAll, beforeEach, expect, test } from "vitest"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { findPayerRules } from "~/models/money/payer/payer-rules.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, textOf } from "../../support/app"
import { owe } from "../../support/billing"
import { testNow } from "../../support/clock"
import { adultsWith, openPayingFamily } from "../../support/family"

// The office says who pays what of a family's invoices, as documents alone: without a script.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let at = ""
let jonas = ""
let layla = ""

beforeAll(() => fixClock(testNow))
beforeEach(async () => {
  fixClock(testNow)
  family = openPayingFamily({
    adults: adultsWith({ "Jonas Haddad": 5000, "Layla Haddad": 5000 }),
  })
  office = await Browser.of(family.school.userId ?? "")
  ;[jonas = "", layla = ""] = family.guardianIds
  at = `/billing/families/${family.familyId}/payers`
})

const choice = (facts: Record<string, string | string[]>) => ({
  "guardian[]": [jonas, layla],
  shareBy: "percent",
  share0: "50",
  share1: "50",
  amount0: "",
  amount1: "",
  rest: jonas,
  lessons: jonas,
  hire: jonas,
  materials: jonas,
  other: jonas,
  intent: "save",
  ...facts,
})
const rules = () => findPayerRules(family.school, family.familyId)

test("each payer gets an invoice of their own, sees only that, and the office voids both", async () => {
  expect(await office.read(`/billing/families/${family.familyId}`)).toContain("Change payers and addresses")
  const chargeId = owe(family.school, family, 10_001)
  expect(await office.read(at)).toContain("Jonas Haddad, 1 item $50.01")
  const own = {
    own: "on",
    share0: "40",
    share1: "60",
    email1: "Bills@Layla.example",
    address1: "2 Elm Street",
  }
  const previewed = await office.submit(at, choice({ ...own, intent: "preview" }))
  expect(previewed.status).toBe(200)
  const preview = await textOf(previewed)
  expect(preview).toContain("not saved yet")
  expect(preview).toContain("Layla Haddad, 1 item $60.01")
  expect(rules()?.hasOwnInvoices).toBe(false)
  expect((await office.submit(at, choice(own))).status).toBe(303)
  expect(rules()?.guardians[1]).toMatchObject({ billingEmail: "bills@layla.example", share: 6000 })
  const ledger = await office.read(`/billing/families/${family.familyId}`)
  expect(ledger).toContain("By percentage, an invoice for each payer.")
  expect(ledger).toContain("changed who pays the family’s invoices")

  const form = `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
  expect(await office.read(form)).toContain("An invoice for each payer")
  const sent = await office.submit(form, {
    intent: "send",
    "charge[]": chargeId,
    dueOn: "2026-12-02",
    note: "",
  })
  expect(sent.status).toBe(303)
  const first = sent.headers.get("Location")?.split("/").at(-1) ?? ""
  const invoice = findInvoice(family.school, first)
  expect(invoice).toMatchObject({ billTo: "Jonas Haddad", totalMinor: 4_000 })
  const [his, hers] = await Promise.all(family.guardians.map(({ userId }) => Browser.of(userId)))
  expect((await his?.visit(`/student/invoices/${first}`))?.status).toBe(200)
  expect((await hers?.visit(`/student/invoices/${first}`))?.status).toBe(404)
  expect((await hers?.visit(`/student/invoices/${first}/pdf`))?.status).toBe(404)
  expect(await textOf((await hers?.visit("/student/invoices")) ?? new Response())).not.toContain(
    invoice?.number ?? "no number",
  )
  const voiding = `/billing/invoices/${first}/void`
  expect(await office.read(voiding)).toContain("for Layla Haddad, which is voided, too.")
  expect((await office.submit(voiding, { reason: "Wrong month" })).status).toBe(303)
  expect(findInvoice(family.school, first)?.state).toBe("void")
})

test("amounts and categories are checked, and what was typed stays", async () => {
  await expect(office.submit(at, choice({ share0: "40" }))).toAnswer(400, "The shares add up to 90%.")
  const amounts = await office.submit(at, choice({ shareBy: "amount", amount1: "eighty" }))
  expect(amounts.status).toBe(400)
  expect(await amounts.text()).toContain('value="eighty"')
  expect((await office.submit(at, choice({ email0: "nonsense" }))).status).toBe(400)
  expect((await office.submit(at, choice({ shareBy: "none" }))).status).toBe(400)
  expect((await office.submit(at, choice({ shareBy: "amount", amount1: "80" }))).status).toBe(303)
  expect(rules()).toMatchObject({ shareBy: "amount", parts: { rest: jonas } })
  expect(rules()?.guardians[1]?.amountMinor).toBe(8_000)
  expect((await office.submit(at, choice({ shareBy: "category", materials: layla }))).status).toBe(303)
  expect(rules()).toMatchObject({ shareBy: "category", parts: { materials: layla, lessons: jonas } })
})

test("another school's family is a 404, its guardians are refused, and families may not", async () => {
  const stranger = openPayingFamily()
  const theirs = `/billing/families/${stranger.familyId}/payers`
  expect((await office.visit(theirs)).status).toBe(404)
  expect((await office.submit(theirs, choice({}))).status).toBe(404)
  const foreign = stranger.guardianIds[0] ?? ""
  expect((await office.submit(at, choice({ "guardian[]": [jonas, foreign] }))).status).toBe(409)
  expect((await office.submit(at, choice({ shareBy: "category", materials: foreign }))).status).toBe(400)
  const home = await Browser.of(family.guardian.userId)
  expect((await home.visit(at)).status).toBe(302)
  expect(rules()?.shareBy).toBe("percent")
})

test("an employer is added, pays a part, gets their own invoice, and isn't removed while it is open", async () => {
  const adding = `${at}/new`
  expect(await office.read(at)).toContain("Add an employer")
  const facts = {
    name: "Acme Works",
    email: "bills",
    address: "",
    taxNumber: "",
    reference: "PO 77",
    endsOn: "",
  }
  const refused = await office.submit(adding, { ...facts, intent: "save" })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('value="Acme Works"')
  const right = { ...facts, email: "Bills@acme.example", intent: "save" }
  expect((await office.submit(adding, right)).status).toBe(303)
  const other = rules()?.others[0]
  expect(other).toMatchObject({ name: "Acme Works", email: "bills@acme.example", share: 0 })
  expect(await office.read(at)).toContain("Acme Works’s share (%)")
  const shares = {
    own: "on",
    "payer[]": [other?.id ?? ""],
    share0: "20",
    share1: "20",
    share2: "60",
    amount2: "",
  }
  expect((await office.submit(at, choice(shares))).status).toBe(303)
  expect(await office.read(`/billing/families/${family.familyId}`)).toContain("Acme Works not a guardian")

  const form = `/billing/new-invoice?family=${family.familyId}&from=2026-11-01&to=2026-11-30`
  const chargeId = owe(family.school, family, 10_000)
  await office.submit(form, { intent: "send", "charge[]": chargeId, dueOn: "2026-12-02", note: "" })
  const page = `${at}/${other?.id}`
  expect(await office.read(page)).toContain("part of 1 outstanding invoice")
  expect((await office.submit(page, { intent: "remove" })).headers.get("Location")).toBe(page)
  expect(rules()?.others).toHaveLength(1)
  const statement = `/billing/families/${family.familyId}/statement?payer=${other?.id}`
  expect(await office.read(statement)).toContain("$60.00")
  expect((await office.visit(`${statement}x`)).status).toBe(404)
  const last = { ...right, endsOn: "2026-11-01" }
  expect((await office.submit(page, last)).status).toBe(303)
  expect(await office.read(at)).toContain("Paid through")
  expect(rules()?.others[0]?.hasEnded).toBe(true)

  const stranger = openPayingFamily()
  const theirs = await Browser.of(stranger.school.userId ?? "")
  expect((await theirs.visit(page)).status).toBe(404)
  expect((await theirs.submit(page, right)).status).toBe(404)
  expect((await theirs.visit(adding)).status).toBe(404)
  const home = await Browser.of(family.guardian.userId)
  expect((await home.visit(page)).status).toBe(302)
})
