import { users } from "db/schema/accounts"
import { emails } from "db/schema/foundation-mail"
import { autoCharges } from "db/schema/money-auto-pay"
import { afterAll, beforeAll, expect, test } from "vitest"
import { composeMail } from "~/jobs/mail/compose-mail.server"
import { runNextJob } from "~/jobs/run-job.server"
import { hashPassword } from "~/models/accounts/user/password.server"
import { announceCharges, findCharge } from "~/models/money/auto-pay/announce-charges.server"
import { changeAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { carryOutCharge } from "~/models/money/auto-pay/carry-out-charge.server"
import { findStanding } from "~/models/money/auto-pay/find-methods.server"
import { fixClock } from "~/utils/clock.server"
import { Browser, locationOf } from "../../support/app"
import { paymentsOf } from "../../support/auto-pay"
import { testNow } from "../../support/clock"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { changeRows, rowOf, rowsOf } from "../../support/school"
import { cards, giveStripe, startStripe } from "../../support/stripe"

// A family pays automatically with a card or a bank account at the school's Stripe account.

let stripe: Awaited<ReturnType<typeof startStripe>>
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.close())

const own = "/student/automatic-payment"

async function offering() {
  const family = openPayingFamily()
  const account = giveStripe(family.school)
  await stripe.tell(account)
  changeAutoPayRule(family.school, { isOffered: true, daysBefore: 14 })
  const parent = await Browser.of(family.guardian.userId)
  const agree = { intent: "agree", family: family.familyId, agree: "on", way: "stripe" }
  return {
    ...family,
    account,
    parent,
    agree,
    begin: async () => locationOf(await parent.submit(own, agree)),
    standing: () => findStanding(family.guardian.actor, family.familyId),
    office: () => Browser.of(family.school.userId ?? ""),
  }
}
type Offering = Awaited<ReturnType<typeof offering>>

async function saved(number = cards.good) {
  const family = await offering()
  await family.parent.visit((await stripe.press(await family.begin(), "pay", number)) ?? "")
  return family
}

async function charged(number: string) {
  const family = await saved(number)
  const invoiceId = invoiceOver(family.school, family, 4250)
  announceCharges(family.school)
  const charge = rowOf(autoCharges, { invoiceId })
  if (!charge) throw new Error("Nothing is announced")
  fixClock(Date.parse(`${charge.chargeOn}T15:00:00Z`))
  await carryOutCharge(family.school, charge.id)
  return { ...family, invoiceId, charge, state: () => findCharge(family.school, charge.id)?.state }
}

/** The days that have passed ended the login. */
const later = ({ guardian }: Pick<Offering, "guardian">) => Browser.of(guardian.userId)

/** Sends all that Stripe has told so far, in the order it is given. */
async function tellAll({ account, school }: Pick<Offering, "account" | "school">, isReversed = false) {
  const messages = await stripe.messages(account)
  for (const { body, signature } of isReversed ? messages.reverse() : messages)
    await new Browser().send(`/api/webhooks/stripe/${school.school.id}`, Buffer.from(body), {
      "Content-Type": "application/json",
      "Stripe-Signature": signature,
    })
  for (let turns = 0; turns < 100; turns += 1) if (!(await runNextJob())) break
}

async function letterOf({ school }: Pick<Offering, "school">, template: string) {
  const mails = rowsOf(emails, { schoolId: school.school.id })
  const mail = mails.find((each) => each.template === template)
  return mail ? (await composeMail(mail)).text : ""
}

test("it is agreed to, the card is entered at Stripe, shown with its last month, and ended", async () => {
  const family = await offering()
  expect(await family.parent.html("/student/invoices")).toContain(own)
  const page = await family.parent.read(own)
  expect(page).toContain("to charge my card or bank account automatically")
  expect(page).toContain("Use a PayPal account instead")
  const turned = await stripe.press(await family.begin(), "cancel")
  await family.parent.visit(turned ?? "")
  expect(await family.parent.read(own)).toContain("You didn’t agree at Stripe.")
  const back = await stripe.press(await family.begin(), "pay")
  expect((await family.parent.visit(back ?? "")).headers.get("Location")).toBe(own)
  expect(await family.parent.read(own)).toContain("Visa ending 4242, expires 08/27")
  expect(await (await family.office()).read("/billing/manage/payments")).toContain(
    "Visa ending 4242, expires 08/27",
  )
  expect(await letterOf(family, "auto-pay-started")).toContain("now charges Visa ending 4242 automatically")
  await family.parent.submit(own, { intent: "end", agreement: family.standing()?.id ?? "" })
  expect(family.standing()).toBeUndefined()
  expect((await stripe.methods(family.account)).length).toBe(1)
})

test("what is wrong with the form is said in the form it was pressed in", async () => {
  const family = await offering()
  const refused = await family.parent.submit(own, { ...family.agree, agree: "" })
  await expect(refused).toAnswer(400, "Check the box to agree.")
  expect((await family.parent.submit(own, { ...family.agree, way: "cash" })).status).toBe(400)
  const stranger = await offering()
  expect((await family.parent.submit(own, { ...family.agree, family: stranger.familyId })).status).toBe(404)
})

test("it needs no PayPal account of the school, and no answer in the browser", async () => {
  const family = await offering()
  await stripe.press(await family.begin(), "pay", cards.debit)
  await tellAll(family)
  expect(family.standing()).toMatchObject({ title: "Bank debit ending 3000", state: "active" })
  await tellAll(family)
  expect(await letterOf(family, "auto-pay-started")).toContain("Bank debit ending 3000")
})

test("a declined charge says why, to the family and the office", async () => {
  const family = await charged(cards.declinedLater)
  expect(await (await later(family)).read(`/student/invoices/${family.invoiceId}`)).toContain(
    "Your bank declined the charge of $42.50 to Visa ending 0341. The bank declined it and gave no reason.",
  )
  expect(await (await family.office()).read("/billing/manage/payments")).toContain(
    "Declined, try 2 of 3: The bank declined it and gave no reason.",
  )
  expect(await letterOf(family, "auto-charge-declined")).toContain("gave no reason. Nothing was charged.")
})

test("one that the bank wants confirmed leads its payer to the invoice, where they pay", async () => {
  const family = await offering()
  const page = await family.begin()
  await stripe.press(page, "pay", cards.checked)
  await family.parent.visit((await stripe.press(page, "confirm", cards.checked)) ?? "")
  const invoiceId = invoiceOver(family.school, family, 4250)
  announceCharges(family.school)
  const charge = rowOf(autoCharges, { invoiceId })
  fixClock(Date.parse(`${charge?.chargeOn}T15:00:00Z`))
  await carryOutCharge(family.school, charge?.id ?? "")
  expect(await letterOf(family, "auto-charge-confirm")).toContain(`/student/invoices/${invoiceId}`)
  expect(await (await later(family)).read(`/student/invoices/${invoiceId}`)).toContain("Pay $42.50 by card")
})

test("the messages of Stripe settle a charge once, repeated and in any order", async () => {
  for (const isReversed of [false, true]) {
    fixClock(testNow)
    const family = await charged(cards.debit)
    expect(family.state()).toBe("charging")
    expect(await (await later(family)).read(`/student/invoices/${family.invoiceId}`)).toContain(
      "Stripe is processing your payment of $42.50",
    )
    const [intent] = await stripe.payments(family.account)
    await stripe.change(intent?.id ?? "", { settle: "succeeded" })
    // Their signatures are of Stripe's own time.
    fixClock(testNow)
    await tellAll(family, isReversed)
    await tellAll(family, isReversed)
    expect(family.state()).toBe("paid")
    expect(paymentsOf(family.familyId)).toMatchObject([{ amountMinor: 4250 }])
  }
})

test("a card that is taken away at Stripe ends it by the message; one of another school is unknown", async () => {
  const [family, other] = [await saved(), await saved()]
  const [card] = await stripe.methods(family.account)
  await stripe.changeMethod(card?.id ?? "", { detached: true })
  await tellAll({ account: family.account, school: other.school })
  expect([family.standing()?.state, other.standing()?.state]).toEqual(["active", "active"])
  await tellAll(family)
  expect(family.standing()).toBeUndefined()
  expect(await letterOf(family, "auto-pay-ended")).toContain("Stripe no longer has what you saved there")
  // The office, which hasn’t done it, is told, too.
  expect(await letterOf(family, "auto-pay-lost")).toContain("automatic payment has ended")
  expect(await (await family.office()).read(`/billing/families/${family.familyId}`)).toContain(
    "Stripe ended automatic payment",
  )
})

test("removing the school’s Stripe account ends it, and its payers are told", async () => {
  const family = await saved()
  const office = await family.office()
  const password = "eine kleine Nachtmusik"
  const passwordHash = await hashPassword(password)
  changeRows(users, { id: family.school.userId ?? "" }, { passwordHash })
  const removed = await office.submit("/settings/school?edit=stripe", {
    intent: "remove-stripe",
    currentPassword: password,
  })
  for (let turns = 0; turns < 100; turns += 1) if (!(await runNextJob())) break
  expect(removed.status).toBe(303)
  expect(family.standing()).toBeUndefined()
  expect(await letterOf(family, "auto-pay-ended")).toContain("no longer uses the Stripe account")
})
