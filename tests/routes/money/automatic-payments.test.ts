import { emails } from "db/schema/foundation-mail"
import { autoCharges } from "db/schema/money-auto-pay"
import { afterAll, describe, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { announceCharges, findCharge } from "~/models/money/auto-pay/announce-charges.server"
import { changeAutoPayRule, findAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { findStanding } from "~/models/money/auto-pay/find-methods.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { listOpenLinks } from "~/models/money/invoice-link/invoice-link.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { PER_PAGE } from "~/utils/page-number"
import { Browser, locationOf, textOf } from "../../support/app"
import { mailOf } from "../../support/auto-pay"
import { openFamily } from "../../support/billing"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { startPayPal } from "../../support/paypal"
import { changeRows, openSchool, rowOf, rowsOf } from "../../support/school"

const paypal = await startPayPal()
afterAll(() => paypal.close())

const page = "/billing/manage/payments"
const own = "/student/automatic-payment"

async function offering() {
  const family = openPayingFamily()
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 14 })
  return {
    ...family,
    office: await Browser.of(family.school.userId ?? ""),
    parent: await Browser.of(family.guardian.userId),
  }
}

async function saved() {
  const family = await offering()
  const sent = await family.parent.submit(own, { intent: "agree", family: family.familyId, agree: "on" })
  const back = await paypal.press(locationOf(sent), "agree")
  await family.parent.visit(back ?? "")
  const method = findStanding(family.guardian.actor, family.familyId)
  if (!method) throw new Error("No account is saved")
  return { ...family, method }
}

async function announced() {
  const family = await saved()
  const invoiceId = invoiceOver(family.school, family, 4250)
  announceCharges(family.school)
  const charge = rowOf(autoCharges, { invoiceId })
  if (!charge) throw new Error("Nothing is announced")
  return { ...family, invoiceId, charge }
}

describe("automatic payment in the family pages", () => {
  test("is agreed to, confirmed at PayPal, shown, and ended", async () => {
    const { parent, familyId, guardian } = await offering()
    expect(await parent.html("/student/invoices")).toContain(own)
    expect(await parent.read(own)).toContain("I can end automatic payment at any time")
    const sent = await parent.submit(own, { intent: "agree", family: familyId, agree: "on" })
    expect(sent.status).toBe(303)
    const back = await paypal.press(locationOf(sent), "agree")
    const returned = await parent.visit(back ?? "")
    expect(returned.headers.get("Location")).toBe(own)
    expect(await parent.read(own)).toContain("PayPal account buyer@paypal-sandbox.example")
    const method = findStanding(guardian.actor, familyId)
    await parent.submit(own, { intent: "end", agreement: method?.id ?? "" })
    expect(findStanding(guardian.actor, familyId)).toBeUndefined()
  })

  test("needs the box to be checked", async () => {
    const { parent, familyId } = await offering()
    const refused = await parent.submit(own, { intent: "agree", family: familyId })
    await expect(refused).toAnswer(400, "Check the box to agree.")
  })

  test("isn’t another person’s: their family, agreement and return are unknown", async () => {
    const mine = await offering()
    const theirs = await saved()
    const asked = await mine.parent.submit(own, { intent: "agree", family: theirs.familyId, agree: "on" })
    expect(asked.status).toBe(404)
    for (const intent of ["end", "resume"])
      expect((await mine.parent.submit(own, { intent, agreement: theirs.method.id })).status).toBe(404)
    expect((await mine.parent.visit(`${own}/return?agreement=${theirs.method.id}`)).status).toBe(404)
  })

  test("is said with an invoice from the day it’s sent: in its email, on its page, on the home page and in the list", async () => {
    const { parent, school, familyId, studentIds, method } = await saved()
    const invoiceId = invoiceOver(school, { familyId, studentIds }, 4250)
    const { dueOn = "" } = findInvoice(school, invoiceId) ?? {}
    changeAutoPayRule(school, { isOffered: true, daysBefore: 3 })
    const letter = async () => {
      const [mail] = mailOf(school.school.id, "invoice-issued")
      if (!mail) throw new Error("No email is queued")
      return (await composeMail({ ...mail, leaseUntil: null })).text
    }
    const account = "PayPal account buyer@paypal-sandbox.example"
    const said = `You don’t need to do anything: $42.50 will be charged to ${account} on`
    expect(await letter()).toContain(said)
    expect(await letter()).not.toContain("How to pay")
    expect(await textOf(await parent.visit(`/student/invoices/${invoiceId}`))).toContain(said)
    const [link] = listOpenLinks(school, invoiceId)
    const linked = `/pay/${link?.secret}`
    const automatically = "You don’t need to do anything: $42.50 will be charged automatically on"
    expect(await new Browser().read(linked)).toContain(automatically)
    const home = await textOf(await parent.visit("/student/dashboard"))
    expect(home).toContain(`charged automatically ${formatDate(dueOn, "short")}`)
    expect(home).not.toContain("Pay $42.50")
    expect(await textOf(await parent.visit(own))).toContain("after an email that announces it")
    // Once it is ended, the email that is written later says how to pay.
    await parent.submit(own, { intent: "end", agreement: method.id })
    expect(await letter()).toContain("How to pay")
    expect(await textOf(await parent.visit(`/student/invoices/${invoiceId}`))).not.toContain(said)
    expect(await new Browser().read(linked)).not.toContain(automatically)
  })

  test("is held from its invoice alone, whichever page of the list it is on", async () => {
    const { office, charge, school, familyId, studentIds } = await announced()
    for (let count = 0; count < PER_PAGE; count += 1)
      invoiceOver(school, { familyId, studentIds }, 1000 + count)
    while (rowsOf(autoCharges, { familyId }).length <= PER_PAGE) announceCharges(school)
    changeRows(autoCharges, { id: charge.id }, { nextTryOn: addDays(charge.nextTryOn, 9) })
    const list = await office.read(page)
    expect(list).toContain(`of ${PER_PAGE + 1} charges`)
    const form = `${page}?hold=${charge.id}`
    const html = await office.html(form)
    expect(html).toContain("hold-charge")
    expect(html).not.toMatch(/of [\d,]+ charges/)
    expect(await office.html(`${page}?hold=${newId()}`)).toContain(`of ${PER_PAGE + 1} charges`)
  })

  test("is said to the office on the invoice and the family’s billing, before and after the announcement", async () => {
    const { office, school, familyId, studentIds, guardian } = await saved()
    const account = "(PayPal account buyer@paypal-sandbox.example)"
    const payer = guardian.actor.name
    expect(await office.read(`/billing/families/${familyId}`)).toContain(
      `${payer} pays automatically ${account}.`,
    )
    const invoiceId = invoiceOver(school, { familyId, studentIds }, 4250)
    changeAutoPayRule(school, { isOffered: true, daysBefore: 3 })
    const at = `/billing/invoices/${invoiceId}`
    const said = `Paid automatically: $42.50 will be charged to ${payer} ${account} on`
    expect(await office.read(at)).toContain(said)
    expect(await office.html(at)).not.toContain("hold=")
    changeAutoPayRule(school, { isOffered: true, daysBefore: 14 })
    announceCharges(school)
    const charge = rowOf(autoCharges, { invoiceId })
    expect(await office.read(at)).toContain(said)
    const hold = `${page}?hold=${charge?.id}`
    expect(await office.html(at)).toContain(`href="${hold}"`)
    await office.submit(hold, { intent: "hold", charge: charge?.id ?? "", reason: "They pay in cash." })
    expect(await office.read(at)).toContain(
      `The automatic payment of $42.50 by ${payer} ${account} is on hold: They pay in cash.`,
    )
  })

  test("a coming charge is on the invoice’s page", async () => {
    const { parent, invoiceId } = await announced()
    expect(await parent.read(`/student/invoices/${invoiceId}`)).toContain(
      "$42.50 will be charged to PayPal account buyer@paypal-sandbox.example",
    )
  })

  test("a charge on hold says on the invoice’s page whether the school holds it or no email could tell of it", async () => {
    const { parent, invoiceId } = await announced()
    const heldFor = (holdKind: "office" | "unannounced", holdReason: string) => {
      changeRows(autoCharges, { invoiceId }, { state: "held", holdKind, holdReason })
      return parent.read(`/student/invoices/${invoiceId}`)
    }
    expect(await heldFor("office", "They pay in cash.")).toContain(
      "Your school has put the automatic payment",
    )
    const text = await heldFor("unannounced", "emails to the payer come back")
    expect(text).toContain("We couldn’t email you about this payment, so it wasn’t made. Update your email")
    expect(text).not.toContain("Your school has put the automatic payment")
  })

  test("follows a part that is paid otherwise, wherever it’s shown", async () => {
    const { parent, office, school, invoiceId, familyId } = await announced()
    const payment = {
      intent: "pay",
      amount: "15.00",
      method: "cash",
      payer: "Jonas Haddad",
      receivedOn: "2026-11-18",
      formKey: newId(),
    }
    const recorded = await office.submit(`/billing/invoices/${invoiceId}`, payment)
    expect(recorded.status, await textOf(recorded.clone())).toBe(303)
    expect(findInvoice(school, invoiceId)?.openMinor).toBe(2750)
    for (const [reader, at, said] of [
      [parent, `/student/invoices/${invoiceId}`, "$27.50 will be charged to"],
      [parent, "/student/dashboard", "$27.50 charged automatically"],
      [parent, own, "$27.50"],
      [office, page, "$27.50"],
      [office, `/billing/invoices/${invoiceId}`, "$27.50 will be charged to"],
    ] as const) {
      const text = await reader.read(at)
      expect(text, at).toContain(said)
      expect(text.replace("Total $42.50", ""), at).not.toContain("$42.50 will be charged")
    }
    expect(await office.read(`/billing/families/${familyId}`)).toContain("$27.50")
  })

  test("one that was declined says so, and when it is tried again", async () => {
    const { parent, invoiceId, charge } = await announced()
    changeRows(autoCharges, { id: charge.id }, { failures: 1, nextTryOn: "2026-12-05" })
    expect(await parent.read(own)).toContain("declined, to be tried again Dec 5, 2026")
    expect(await parent.read(`/student/invoices/${invoiceId}`)).toContain(
      "PayPal declined the charge of $42.50",
    )
  })
})

describe("automatic payment in the office", () => {
  test("is offered or not, with the days before a charge", async () => {
    const { office, school } = await offering()
    expect(await office.html("/billing/manage")).toContain(page)
    for (const daysBefore of ["", "0", "15", "x"]) {
      const refused = await office.submit(page, { intent: "rule", isOffered: "on", daysBefore })
      await expect(refused).toAnswer(400, "Enter a number of days from 1 to 14.")
    }
    expect((await office.submit(page, { intent: "rule", daysBefore: "5" })).status).toBe(303)
    expect(findAutoPayRule(school)).toEqual({ isOffered: false, daysBefore: 5 })
  })

  test("shows what is announced and who pays; a charge is held with a reason and released", async () => {
    const { office, school, charge } = await announced()
    const text = await office.read(page)
    expect(text).toContain("buyer@paypal-sandbox.example")
    expect(text).toContain("Announced")
    const refused = await office.submit(`${page}?hold=${charge.id}`, { intent: "hold", charge: charge.id })
    await expect(refused).toAnswer(400, "Enter a reason.")
    await office.submit(page, { intent: "hold", charge: charge.id, reason: "on vacation" })
    expect(await office.read(page)).toContain("On hold: on vacation")
    await office.submit(page, { intent: "release", charge: charge.id })
    expect(findCharge(school, charge.id)?.state).toBe("announced")
    expect(await office.read(`/billing/families/${charge.familyId}`)).toContain(
      "agreed to automatic payment with PayPal account buyer@paypal-sandbox.example",
    )
  })

  test("tells families of one name apart, among the charges and the payers", async () => {
    const { office, school } = await announced()
    openFamily(school, { name: "Haddad", adults: [], children: ["Zeynep"] })
    const text = await office.read(page)
    expect(text.match(/Haddad Milo, Otis/g)).toHaveLength(2)
  })

  test("ends it for a payer", async () => {
    const { office, guardian, familyId, method, charge, school } = await announced()
    await office.submit(page, { intent: "end", agreement: method.id })
    expect(findStanding(guardian.actor, familyId)).toBeUndefined()
    expect(findCharge(school, charge.id)?.state).toBe("dropped")
  })

  test("is the office’s of that school alone", async () => {
    const { parent, method, charge } = await announced()
    expect((await parent.visit(page)).status).not.toBe(200)
    const stranger = await Browser.of(openSchool().userId)
    expect((await stranger.submit(page, { intent: "end", agreement: method.id })).status).toBe(404)
    expect((await stranger.submit(page, { intent: "release", charge: charge.id })).status).toBe(404)
    await expect(stranger.submit(page, { intent: "hold", charge: charge.id, reason: "ours" })).toAnswer(404)
  })
})

test("its emails name the account, the amount and the way out", async () => {
  const { school, office, charge, method } = await announced()
  await office.submit(page, { intent: "end", agreement: method.id })
  const mails = rowsOf(emails, { schoolId: school.school.id })
  const letterOf = async (template: string) => {
    const mail = mails.find((each) => each.template === template)
    return mail ? (await composeMail(mail)).text : ""
  }
  expect(await letterOf("auto-pay-started")).toContain("I can end automatic payment at any time")
  const announcement = await letterOf("auto-charge-announced")
  expect(announcement).toContain("will charge PayPal account buyer@paypal-sandbox.example $42.50")
  expect(announcement).toContain(`/student/invoices/${charge.invoiceId}`)
  expect(await letterOf("auto-pay-ended")).toContain("Your school ended automatic payment.")
})
