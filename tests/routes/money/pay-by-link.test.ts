import { schools } from "db/schema/accounts-schools"
import { emails } from "db/schema/foundation-mail"
import { invoiceLinks } from "db/schema/money-links"
import { payments } from "db/schema/money-payments"
import { afterAll, describe, expect, test } from "vitest"
import { schoolActor } from "~/models/foundation/access/actor.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { remindOfMany } from "~/models/money/invoice/overdue-invoices.server"
import { remindOfInvoice } from "~/models/money/invoice/remind-invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf, textOf } from "../../support/app"
import { testNow } from "../../support/clock"
import { adultsWith, invoiceOver, openPayingFamily } from "../../support/family"
import { payInCash } from "../../support/payments"
import { startPayPal } from "../../support/paypal"
import { textOfPdf } from "../../support/pdf"
import { changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

const paypal = await startPayPal()
afterAll(() => paypal.close())

const day = 86_400_000

function linked(amountMinor = 4250, facts: Parameters<typeof openPayingFamily>[0] = {}) {
  const family = openPayingFamily(facts)
  const invoiceId = invoiceOver(family.school, family, amountMinor)
  const links = listOpenLinks(family.school, invoiceId)
  const [first] = links
  if (!first) throw new Error("The invoice has no link")
  return { ...family, invoiceId, links, at: `/pay/${first.secret}` }
}

describe("the link in an invoice’s mail", () => {
  test("opens that invoice without a login: not indexed, not cached, no referrer, its PDF too", async () => {
    const { school, at, ...family } = linked()
    invoiceOver(school, family, 9900)
    const visitor = new Browser()
    const page = await visitor.visit(at)
    expect(page.status).toBe(200)
    expect(page.headers.get("X-Robots-Tag")).toContain("noindex")
    expect(page.headers.get("Referrer-Policy")).toBe("no-referrer")
    expect(page.headers.get("Cache-Control")).toContain("no-store")
    const text = await textOf(page)
    expect(text).toContain("Pay $42.50 with PayPal")
    expect(text).not.toContain("$99.00")
    expect(text).not.toContain("haddad.example")
    const pdf = await visitor.visit(`${at}/pdf`)
    expect(pdf.headers.get("X-Robots-Tag")).toContain("noindex")
    expect(textOfPdf(new Uint8Array(await pdf.arrayBuffer())).join("\n")).toContain("$42.50")
    expect(await new Browser().html("/robots.txt")).toContain("Disallow: /pay/")
  })

  test("speaks the school’s formats in all that it says, whoever reads it", async () => {
    const { school, at, invoiceId } = linked(123_456)
    changeRows(
      schools,
      { id: school.school.id },
      {
        dateOrder: "dmy",
        hourCycle: 24,
        numberStyle: "1 234,50",
        currencyPlace: "after",
        takesPartPayments: true,
      },
    )
    payInCash(school, { invoiceId, amountMinor: 5_050, receivedOn: "2026-11-16", payerName: "Nadia Haddad" })
    const stranger = openSchool()
    const foreign = /[$]\d|\d\.\d\d\b|(?<!\d )\b(?:Nov|Dec|November|December) \d{1,2}\b/
    for (const visitor of [new Browser(), await Browser.of(stranger.userId)]) {
      const text = await visitor.read(at)
      expect(text).toMatch(/1.184,06.\$/)
      expect(text).not.toMatch(foreign)
      const refused = await visitor.submit(at, { intent: "pay-part", amount: "99 999,00" })
      expect(refused.status).toBe(409)
      expect(await textOf(refused)).not.toMatch(foreign)
      const sent = await visitor.submit(at, { intent: "pay" })
      const back = await paypal.press(locationOf(sent), "cancel")
      expect(await visitor.read(back ?? "")).not.toMatch(foreign)
    }
  })

  test("is in the mail and in its reminder, the same one", async () => {
    const { composeMail } = await import("~/jobs/mail/compose-mail.server")
    const { school, invoiceId, at } = linked()
    remindOfInvoice(school, invoiceId)
    const mails = rowsOf(emails, { schoolId: school.school.id })
    const written = await Promise.all(
      mails.filter(({ template }) => template.startsWith("invoice-")).map((mail) => composeMail(mail)),
    )
    expect(written).toHaveLength(2)
    for (const { text } of written)
      expect(text).toContain(`View and pay invoice:\nhttp://localhost:3000${at}\n`)
    for (const { data } of mails) expect(data).not.toContain(at.slice("/pay/".length))
  })

  test("pays at PayPal, comes back to the same page, and records the payment once", async () => {
    const { school, at, invoiceId, payeeEmail } = linked()
    const visitor = new Browser()
    const sent = await visitor.submit(at, { intent: "pay" })
    expect(sent.status).toBe(303)
    const back = await paypal.press(locationOf(sent), "pay")
    expect(back).toMatch(new RegExp(`^${at}/return\\?token=`))
    const returned = await visitor.visit(back ?? "")
    expect(returned.headers.get("Location")).toBe(at)
    const text = await visitor.read(at)
    expect(text).toContain("Payment received. We’ve sent a receipt to")
    expect(text).not.toContain("with PayPal")
    expect((await visitor.visit(back ?? "")).headers.get("Location")).toBe(at)
    const recorded = rowsOf(payments, { schoolId: school.school.id })
    expect(recorded).toMatchObject([{ amountMinor: 4250, payerName: "Jonas Haddad", method: "paypal" }])
    expect(findInvoice(school, invoiceId)?.state).toBe("paid")
    const ledger = (await paypal.ledger()) as { payee: string }[]
    expect(ledger.filter(({ payee }) => payee === payeeEmail)).toHaveLength(1)
  })

  test("while PayPal processes it, the office reads so and no one is reminded to pay again", async () => {
    const { school, at, invoiceId } = linked()
    const visitor = new Browser()
    const sent = await visitor.submit(at, { intent: "pay" })
    await visitor.visit((await paypal.press(locationOf(sent), "pay-pending")) ?? "")
    expect(await visitor.read(at)).toContain("PayPal is processing your payment of $42.50")
    const office = await Browser.of(school.userId ?? "")
    expect(await office.read(`/billing/invoices/${invoiceId}`)).toContain(
      "An online payment of $42.50 is being processed. It’s recorded here when it completes",
    )
    expect(remindOfInvoice(school, invoiceId)).toBeRefused("processing")
    expect(await remindOfMany(school, [invoiceId])).toMatchObject({ mails: 0, processing: 1 })
  })

  test("a canceled payment says so; another link's order is unknown", async () => {
    const one = linked()
    const other = linked()
    const visitor = new Browser()
    const sent = await visitor.submit(one.at, { intent: "pay" })
    const token = new URL(locationOf(sent)).searchParams.get("token") ?? ""
    expect((await visitor.visit(`${other.at}/return?token=${token}`)).status).toBe(404)
    const canceled = await visitor.visit(`${one.at}/return?token=${token}&cancelled=1`)
    expect(canceled.headers.get("Location")).toBe(one.at)
    expect(await visitor.read(one.at)).toContain("Payment canceled. You weren’t charged.")
  })

  test("each of two payers sees and pays their own share, and not what the other paid", async () => {
    const { school, links, invoiceId } = linked(10_001, {
      adults: adultsWith({ "Mateo Okafor": 5000, "Zoë Okafor": 5000 }),
    })
    const [mateo, zoe] = links.map(({ secret }) => `/pay/${secret}`)
    const visitor = new Browser()
    const sent = await visitor.submit(mateo ?? "", { intent: "pay" })
    await visitor.visit((await paypal.press(locationOf(sent), "pay")) ?? "")
    expect(findInvoice(school, invoiceId)?.openMinor).toBe(5000)
    const page = await new Browser().read(zoe ?? "")
    expect(page).toContain("Pay $50.00 with PayPal")
    expect(page).not.toContain("Paid ")
    const pdf = await new Browser().visit(`${zoe}/pdf`)
    expect(textOfPdf(new Uint8Array(await pdf.arrayBuffer())).join("\n")).not.toContain("Received")
  })

  test("is turned off and renewed on the invoice’s page, with an entry in its activity", async () => {
    const { school, invoiceId, at } = linked()
    const office = await Browser.of(school.userId ?? "")
    const here = `/billing/invoices/${invoiceId}`
    expect(await office.html(here)).toContain(at)
    expect((await office.submit(here, { intent: "end-link" })).status).toBe(303)
    const page = await office.read(here)
    expect(page).toContain("turned off the payment link of the invoice 2026-0001")
    for (const address of [at, `${at}/pdf`]) expect((await new Browser().visit(address)).status).toBe(404)
    expect((await new Browser().submit(at, { intent: "pay" })).status).toBe(404)
    remindOfInvoice(school, invoiceId)
    expect(listOpenLinks(school, invoiceId)).toEqual([])
    await office.submit(here, { intent: "renew-link" })
    const [renewed] = listOpenLinks(school, invoiceId)
    expect(renewed && `/pay/${renewed.secret}`).not.toBe(at)
    expect((await new Browser().visit(`/pay/${renewed?.secret}`)).status).toBe(200)
    expect((await new Browser().visit(at)).status).toBe(404)
  })

  test("only the office of its school turns it off", async () => {
    const { guardian, invoiceId, at } = linked()
    const stranger = await Browser.of(openSchool().userId)
    const here = `/billing/invoices/${invoiceId}`
    expect((await stranger.submit(here, { intent: "end-link" })).status).toBe(404)
    expect((await (await Browser.of(guardian.userId)).submit(here, { intent: "end-link" })).status).toBe(302)
    expect((await new Browser().visit(at)).status).toBe(200)
  })

  test("goes on showing an invoice that is void, without paying, and who got it is told", async () => {
    const { composeMail } = await import("~/jobs/mail/compose-mail.server")
    const { school, invoiceId, at } = linked()
    voidInvoice(school, { invoiceId, reason: "Wrong family" })
    const page = await new Browser().visit(at)
    expect(page.status).toBe(200)
    const text = await textOf(page)
    expect(text).toContain("Voided November 18, 2026: Wrong family You don’t need to pay this invoice.")
    expect(text).not.toContain("PayPal")
    expect(locationOf(await new Browser().submit(at, { intent: "pay" }))).not.toContain("paypal")
    const pdf = await new Browser().visit(`${at}/pdf`)
    expect(textOfPdf(new Uint8Array(await pdf.arrayBuffer())).join("\n")).toMatch(/void/i)
    const told = rowsOf(emails, { schoolId: school.school.id })
    const [mail, ...more] = told.filter(({ template }) => template === "invoice-voided")
    expect(more).toEqual([])
    if (!mail) throw new Error("No one was told")
    const letter = await composeMail(mail)
    expect(letter.subject).toContain("Invoice 2026-0001 from")
    expect(letter.text).toContain("You don’t need to pay it.")
    expect(letter.text).toContain("Reason: Wrong family")
    expect(letter.text).toContain(`View invoice:\nhttp://localhost:3000${at}\n`)
  })

  test("ends half a year after the due date", async () => {
    const { at, invoiceId } = linked()
    const { expiresAt } = rowOf(invoiceLinks, { invoiceId }) ?? {}
    fixClock((expiresAt ?? 0) + 1)
    expect((await new Browser().visit(at)).status).toBe(404)
    fixClock(testNow + day)
    expect((await new Browser().visit(at)).status).toBe(200)
    fixClock(testNow)
    const unknown = await new Browser().visit("/pay/x")
    expect(await textOf(unknown)).toContain("This link doesn’t open an invoice")
    for (const wrong of ["/pay/x", `/pay/${"a".repeat(43)}`, `/pay/${"a".repeat(43)}/pdf`])
      expect((await new Browser().visit(wrong)).status).toBe(404)
  })

  test("asks for patience after many tries", async () => {
    const { at, school } = linked()
    changeRows(schools, { id: school.school.id }, { payeeEmail: null })
    const visitor = new Browser("203.0.113.77")
    for (let tries = 0; tries < 20; tries += 1) await visitor.submit(at, { intent: "pay" })
    await visitor.submit(at, { intent: "pay" })
    expect(await visitor.read(at)).toContain("Too many tries.")
  })
})

describe("a part of an invoice", () => {
  test("is paid where the school takes it, and refused where not", async () => {
    const { school, at, invoiceId, guardian } = linked()
    const visitor = new Browser()
    expect(await visitor.read(at)).not.toContain("Pay part of it")
    await expect(visitor.submit(at, { intent: "pay-part", amount: "20" })).toAnswer(409)
    const office = await Browser.of(school.userId ?? "")
    const invoicing = { intent: "invoicing", invoiceNumberFormat: "{year}-{number}", invoiceDueDays: "14" }
    await office.submit("/settings/school", { ...invoicing, takesPartPayments: "on" })
    for (const [amount, status] of [
      ["", 400],
      ["x", 400],
      ["0", 400],
      ["99", 409],
    ] as const) {
      const wrong = await visitor.submit(at, { intent: "pay-part", amount })
      expect(wrong.status, amount).toBe(status)
      if (amount) expect(await wrong.text()).toContain(`value="${amount}"`)
    }
    const sent = await visitor.submit(at, { intent: "pay-part", amount: "20" })
    await visitor.visit((await paypal.press(locationOf(sent), "pay")) ?? "")
    expect(findInvoice(school, invoiceId)).toMatchObject({ openMinor: 2250, state: "part-paid" })
    const parent = await Browser.of(guardian.userId)
    const part = await parent.submit(`/student/invoices/${invoiceId}`, { intent: "pay-part", amount: "10" })
    await parent.visit((await paypal.press(locationOf(part), "pay")) ?? "")
    expect(findInvoice(school, invoiceId)?.openMinor).toBe(1250)
  })
})

describe("pay all", () => {
  test("pays every invoice in one payment, each with its part", async () => {
    const { school, guardian, ...family } = openPayingFamily()
    const ids = [3000, 4500, 1250].map((amount) => invoiceOver(school, family, amount))
    const parent = await Browser.of(guardian.userId)
    expect(await parent.read("/student/invoices")).toContain("Pay all 3 invoices, $87.50, with PayPal")
    const sent = await parent.submit("/student/invoices", { intent: "pay-all" })
    const back = await paypal.press(locationOf(sent), "pay")
    await parent.visit(back ?? "")
    await parent.visit(back ?? "")
    for (const id of ids) expect(findInvoice(school, id)?.state).toBe("paid")
    const recorded = rowsOf(payments, { schoolId: school.school.id })
    expect(recorded).toMatchObject([{ amountMinor: 8750 }])
    expect(await parent.read("/student/invoices")).not.toContain("Pay all")
  })

  test("takes nothing when one of them was paid in the meantime", async () => {
    const { school, guardian, payeeEmail, ...family } = openPayingFamily()
    const [first = ""] = [3000, 4500].map((amount) => invoiceOver(school, family, amount))
    const parent = await Browser.of(guardian.userId)
    const sent = await parent.submit("/student/invoices", { intent: "pay-all" })
    const actor = schoolActor(school.school.id)
    if (!actor) throw new Error("no school")
    payInCash(actor, { invoiceId: first, amountMinor: 3000 })
    const back = await paypal.press(locationOf(sent), "pay")
    await parent.visit(back ?? "")
    expect(await parent.read("/student/invoices")).toContain("Less is due than when you began to pay.")
    const ledger = (await paypal.ledger()) as { payee: string }[]
    expect(ledger.filter(({ payee }) => payee === payeeEmail)).toEqual([])
  })
})
