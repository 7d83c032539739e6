import { schools } from "db/schema/accounts-schools"
import { events } from "db/schema/foundation-audit"
import { families } from "db/schema/people"
import { expect, test } from "vitest"
import { findSchoolSettings } from "~/models/accounts/school/school-settings.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { gatherFamily } from "~/models/overview/family-data/family-zip.server"
import { Browser, textOf } from "../../support/app"
import { openFamily, owe } from "../../support/billing"
import { readXml, schemaErrors } from "../../support/e-invoice-schema"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { changeRows, rowOf, rowsOf } from "../../support/school"

const at = "/settings/school"
const berlin = {
  ...{ "address.street": "Hauptstr. 1", "address.city": "Berlin", "address.postalCode": "10115" },
  "address.country": "Deutschland",
}
const on = { intent: "e-invoices", sendsEInvoices: "on", taxExemption: "VAT exempt, § 4 No. 21 UStG" }

async function openEuroFamily() {
  const family = openPayingFamily({ currency: "EUR" })
  return { ...family, office: await Browser.of(family.school.userId ?? "") }
}

test("e-invoices are for schools in Europe: hidden elsewhere, and a form that was sent all the same is refused", async () => {
  const { school, office } = await openEuroFamily()
  expect(await office.read(at)).not.toContain("ZUGFeRD")
  await expect(office.submit(at, on)).toAnswer(409)
  expect(findSchoolSettings(school).sendsEInvoices).toBe(false)

  changeRows(schools, { id: school.school.id }, { timeZone: "Europe/Berlin" })
  expect(await office.read(at)).toContain("ZUGFeRD")
})

test("the school’s address has its parts; a country that isn’t one is refused beside its field with all that was typed", async () => {
  const { school, office } = await openEuroFamily()
  const refused = await office.submit(at, { name: "Musikschule", ...berlin, "address.country": "Narnia" })
  expect(refused.status).toBe(400)
  const html = await refused.text()
  for (const text of [
    "Enter a country by its name, like Germany.",
    "Hauptstr. 1",
    'value="Narnia"',
    'value="10115"',
  ])
    expect(html).toContain(text)
  for (const token of ["street-address", "postal-code", "address-level1", "address-level2", "country-name"])
    expect(html.toLowerCase()).toContain(`autocomplete="${token}"`)

  expect((await office.submit(at, { name: "Musikschule", ...berlin })).status).toBe(303)
  expect(findSchoolSettings(school).address).toBe("Hauptstr. 1\n\tBerlin\t\t10115\tDE")
  expect(await office.read(at)).toContain("10115 Berlin")
})

test("what is missing is said in the settings and beside the invoice; then office, family and link have the XML", async () => {
  const { school, office, guardian, ...family } = await openEuroFamily()
  await office.submit(at, { name: "Musikschule", ...berlin })
  expect((await office.submit(at, on)).status).toBe(303)
  expect(await office.read(at)).toContain("your VAT ID or tax number")

  expect(await office.read(`/billing/new-invoice?family=${family.familyId}`)).toContain(
    "the payer’s address with street",
  )
  const plain = invoiceOver(school, family, 4000)
  const page = await office.read(`/billing/invoices/${plain}`)
  expect(page).toContain("the payer’s address with street, postal code and city")
  expect(page).not.toContain("E-invoice (XML)")
  expect((await office.visit(`/billing/invoices/${plain}/pdf?as=xml`)).status).toBe(404)

  changeRows(schools, { id: school.school.id }, { taxNumber: "DE123456789" })
  changeRows(families, { id: family.familyId }, { address: "Lindenweg 2\n\tBerlin\t\t12047\t" })
  const invoiceId = invoiceOver(school, family, 104_250)
  const voided = invoiceOver(school, family, 4000)
  expect(voidInvoice(school, { invoiceId: voided, reason: "Twice" }).ok).toBe(true)
  expect(await office.read(`/billing/invoices/${voided}`)).not.toContain("E-invoice (XML)")
  expect((await office.visit(`/billing/invoices/${voided}/pdf?as=xml`)).status).toBe(404)
  const [link] = listOpenLinks(school, invoiceId)
  for (const [browser, address] of [
    [office, `/billing/invoices/${invoiceId}`],
    [await Browser.of(guardian.userId), `/student/invoices/${invoiceId}`],
    [new Browser(), `/pay/${link?.secret}`],
  ] as const) {
    expect(await browser.read(address)).toContain("E-invoice (XML)")
    const answer = await browser.visit(`${address}/pdf?as=xml`)
    expect(answer.headers.get("content-type")).toContain("application/xml")
    const xml = await answer.text()
    expect(schemaErrors(xml)).toEqual([])
    expect(readXml(xml)("//ram:DuePayableAmount")).toEqual(["1042.50"])
  }
  const stranger = await openEuroFamily()
  expect((await stranger.office.visit(`/billing/invoices/${invoiceId}/pdf?as=xml`)).status).toBe(404)
})

test("before a run, the page and its preview say how many invoices are ordinary PDFs and why; an e-invoice isn’t among them", async () => {
  const { school, office, familyId, studentIds } = await openEuroFamily()
  const unbilled = "/billing/unbilled"
  const run = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-12-02", intent: "check" }
  const review = async () =>
    textOf(await office.submit(unbilled, { ...run, "family[]": [familyId, other.familyId] }))
  const other = openFamily(school, { name: "Petrović" })
  owe(school, { familyId, studentIds }, 3250)
  owe(school, other, 1999)
  expect(await office.read(unbilled)).not.toContain("ordinary PDF")

  await office.submit(at, { name: "Musikschule", ...berlin })
  await office.submit(at, on)
  const both =
    /2 invoices will be ordinary PDFs, not e-invoices. Missing: your VAT ID or tax number; the payer’s address/
  expect(await office.read(unbilled)).toMatch(both)
  expect(await review()).toMatch(both)

  changeRows(schools, { id: school.school.id }, { taxNumber: "DE123456789" })
  const home = { address: "Lindenweg 2\n\tBerlin\t\t12047" }
  changeRows(families, { id: familyId }, home)
  const one = "1 invoice will be an ordinary PDF, not an e-invoice. Missing: the payer’s address"
  expect(await office.read(unbilled)).toContain(one)
  expect(await review()).toContain(one)
  await office.submit(unbilled, { ...run, intent: "draft", "family[]": [familyId, other.familyId] })
  const drafts = await office.read("/billing?status=draft")
  expect(drafts).not.toContain("ordinary PDF")
  changeRows(families, { id: other.familyId }, home)
  expect(await office.read(unbilled)).not.toContain("ordinary PDF")
})

test("an address is read as people write it wherever it is handed out, and its country is chosen by name", async () => {
  const { school, office, guardian, familyId, guardianIds } = await openEuroFamily()
  const payers = `/billing/families/${familyId}/payers`
  const home = { "address.street": "Lindenweg 2", "address.city": "Berlin", "address.postalCode": "12047" }
  await office.submit(payers, { intent: "address", ...home, "address.country": "Germany" })
  const form = await office.html(payers)
  const list = form.slice(form.indexOf('<datalist id="countries"'))
  expect(list.slice(0, list.indexOf("</datalist>"))).toContain('value="Germany"')
  expect(form).toContain('list="countries"')
  await office.submit(at, { name: "Musikschule", ...berlin })

  const own = await (await Browser.of(guardian.userId)).visit("/student/settings/data.json")
  expect(await own.text()).toContain("Lindenweg 2\\n12047 Berlin\\nGermany")
  const rows = (await gatherFamily(school, familyId)) ?? []
  expect(JSON.stringify(rows)).toContain("Lindenweg 2\\n12047 Berlin\\nGermany")
  const changed = rowsOf(events, { verb: "change-identity" })
  expect(changed.map(({ after }) => after).join()).toContain("10115 Berlin")
  for (const text of [JSON.stringify(rows), ...changed.map(({ after }) => after ?? "")])
    expect(text).not.toMatch(/\\t/)
  expect(guardianIds).toHaveLength(1)
})

test("the office enters a family’s address, and keeps what another one saved of it", async () => {
  const { office, familyId } = await openEuroFamily()
  const at = `/billing/families/${familyId}/payers`
  const entered = { "address.street": "Lindenweg 2", "address.city": "Berlin", "address.postalCode": "12047" }
  expect((await office.submit(at, { intent: "address", ...entered })).status).toBe(303)
  const kept = () => rowOf(families, { id: familyId })?.address
  expect(kept()).toBe("Lindenweg 2\n\tBerlin\t\t12047")
  const wrong = await office.submit(at, { intent: "address", ...entered, "address.country": "Narnia" })
  expect(wrong.status).toBe(400)
  expect(await wrong.text()).toContain('value="Narnia"')
  expect(kept()).toBe("Lindenweg 2\n\tBerlin\t\t12047")
})

test("a family gives its address in parts, and the page shows them in its country’s order", async () => {
  const { guardian, guardianIds, familyId } = await openEuroFamily()
  const browser = await Browser.of(guardian.userId)
  const facts = { "facts.email": "jonas@haddad.example", "facts.address.street": "2 Elm St" }
  const place = {
    "facts.address.city": "Utica",
    "facts.address.region": "NY",
    "facts.address.postalCode": "13501",
  }
  const saved = await browser.submit("/student/settings", {
    ...{ intent: "details", subject: `guardian-${guardianIds[0]}`, ...facts, ...place },
  })
  expect(saved.status).toBe(303)
  const kept = rowOf(families, { id: familyId })?.address
  expect(kept).toBe("2 Elm St\n\tUtica\tNY\t13501")
})
