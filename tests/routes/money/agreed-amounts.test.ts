import { charges } from "db/schema/money"
import { beforeAll, beforeEach, expect, test } from "vitest"
import { takeRegister } from "~/models/attendance/register/take-register.server"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { addPackageOffer, sellPackage } from "~/models/money/package/sell-package.server"
import { addHire } from "~/models/money/rental/rentals.server"
import { fixClock } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { Browser } from "../../support/app"
import { testNow } from "../../support/clock"
import { openPayingFamily } from "../../support/family"
import { addEnrollmentRow, addSessionRow, addTeacherRow, openClass } from "../../support/lessons"
import { addMember, rowOf } from "../../support/school"

// The office agrees another amount for a lesson or a package on screen; who has no right to invoices reads nothing of it.

let family: ReturnType<typeof openPayingFamily>
let office: Browser
let sessionId = ""

beforeAll(() => fixClock(testNow))
beforeEach(async () => {
  fixClock(testNow)
  family = openPayingFamily()
  office = await Browser.of(family.school.userId ?? "")
  const { school, studentIds } = family
  const [studentId = ""] = studentIds
  const { classId } = openClass(school, { pupils: [], price: { amountMinor: 4000 } })
  addEnrollmentRow(school, classId, studentId)
  sessionId = addSessionRow(school, classId, "2026-11-17", {
    startTime: "10:00",
    teacherId: addTeacherRow(school, "Marcus Whitfield"),
  })
  expect(takeRegister(school, sessionId, { marks: [{ studentId, code: "present" }] }).ok).toBe(true)
})

const only = () => listUnbilledCharges(family.school)[0]
const at = () => `/billing/charges/${only()?.chargeId}`

test("a lesson gets another amount with a reason, keeps it through its attendance, and its usual one again", async () => {
  const html = await office.html("/billing/unbilled")
  expect(html).toContain(`href="${at()}"`)
  const form = { amount: "25.00", reason: "Agreed on the phone" }
  const first = at()
  for (const [fields, message] of [
    [{ ...form, reason: "" }, "Enter a reason."],
    [{ ...form, amount: "a lot" }, "Enter an amount above zero, like 32.50, or waive the charge."],
    [{ ...form, amount: "-5" }, "Enter an amount above zero, like 32.50, or waive the charge."],
    [{ ...form, amount: "40" }, "This is the amount already. Enter another one."],
    [{ intent: "usual", reason: "Typed wrongly" }, "This charge has its usual amount already."],
    [{ intent: "waive", reason: "A gift" }, "or waive the lesson."],
  ] as const) {
    const refused = await office.submit(first, fields)
    expect([400, 409]).toContain(refused.status)
    const text = await refused.text()
    expect(text).toContain(message)
    expect(text).toContain("<title>Error: ")
  }
  expect((await office.submit(first, form)).status).toBe(303)
  expect((await office.submit(first, form)).status).toBe(409)
  expect(await office.read("/billing/unbilled")).toContain("Changed by hand, usually $40.00")
  expect(await office.read(at())).toMatch(
    /\$25\.00 instead of \$40\.00, not yet invoiced.*\$40\.00 changed to \$25\.00: Agreed on the phone/,
  )
  const attendance = await office.read(`/classes/sessions/${sessionId}`)
  expect(attendance).toContain("$25.00 charged, changed by hand")
  expect(attendance).toMatch(/Excused: Not charged, the amount changed by hand no longer applies/i)
  expect(only()?.amountMinor).toBe(2500)
  const usual = { intent: "usual", reason: "Typed for the wrong lesson" }
  expect((await office.submit(at(), { ...usual, reason: "" })).status).toBe(400)
  expect((await office.submit(at(), usual)).status).toBe(303)
  expect(only()).toMatchObject({ amountMinor: 4000, usualMinor: null })
})

test("a package is sold for another amount, or for nothing, and its page says so", async () => {
  const { school, familyId, studentIds } = family
  const offer = addPackageOffer(school, { name: "3 lessons", lessons: 3, price: 10_000, restRule: "credit" })
  if (!offer.ok) throw new Error(offer.reason)
  const sold = sellPackage(school, {
    ...{ familyId, studentId: studentIds[0] ?? "", offerId: offer.id },
    ...{ soldOn: "2026-11-17", formKey: newId() },
  })
  if (!sold.ok) throw new Error(sold.reason)
  const sale = () =>
    listUnbilledCharges(school).find(({ source }) => source === "package")?.chargeId ?? "none"
  const page = `/billing/packages/${sold.packageId}`
  expect(await office.read(page)).toContain("$100.00, not invoiced yet Edit charge")
  const change = { amount: "80", reason: "Third child" }
  expect((await office.submit(`/billing/charges/${sale()}`, change)).status).toBe(303)
  expect(await office.read(page)).toContain("$80.00, changed by hand")
  await expect(office.submit(`/billing/charges/${sale()}`, { intent: "waive", reason: "" })).toAnswer(400)
  const waived = await office.submit(`/billing/charges/${sale()}`, { intent: "waive", reason: "A prize" })
  expect(waived.status).toBe(303)
  expect(await office.read(page)).toMatch(/None\. Waived: A prize.*3 lessons of 3/)
})

test("a hired instrument’s charge is lowered with a reason, and never below zero", async () => {
  const { school, studentIds } = family
  const hire = { item: "Cello 1/2", serialNumber: null, price: 2500, tax: "none", formKey: newId() }
  expect(addHire(school, studentIds[0] ?? "", { ...hire, startsOn: "2026-11-02", endsOn: null }).ok).toBe(
    true,
  )
  const charge = () => listUnbilledCharges(school).find(({ source }) => source === "hire")
  const form = { description: "Cello", amount: "20.00", occurredOn: "2026-11-02", reason: "A small one" }
  for (const amount of ["-5", "0", "a lot"]) {
    const refused = await office.submit(`/billing/charges/${charge()?.chargeId}`, { ...form, amount })
    expect(refused.status).toBe(400)
    const html = await refused.text()
    expect(html).toContain("Enter an amount above zero, like 32.50, or waive the charge.")
    expect(html).toContain(`value="${amount}"`)
  }
  expect((await office.submit(`/billing/charges/${charge()?.chargeId}`, form)).status).toBe(303)
  expect(charge()).toMatchObject({ description: "Cello", amountMinor: 2000 })
})

test("only who may invoice sets amounts: not a teacher, not the family, not another school", async () => {
  const chargeId = only()?.chargeId ?? ""
  const stranger = openPayingFamily()
  const { userId } = addMember(family.school, "teacher", "Kwame Boateng")
  const form = { amount: "1.00", reason: "Mine now" }
  const teacher = await Browser.of(userId)
  const home = await Browser.of(family.guardian.userId)
  const other = await Browser.of(stranger.school.userId ?? "")
  for (const [browser, status] of [
    [teacher, 302],
    [home, 302],
    [other, 404],
  ] as const)
    for (const fields of [form, { intent: "usual", reason: "Mine" }, { intent: "waive", reason: "Mine" }]) {
      const answer = await browser.submit(at(), fields)
      expect(answer.status).toBe(status)
      expect(rowOf(charges, { id: chargeId })).toMatchObject({
        amountMinor: 4000,
        withdrawnAt: null,
      })
    }
})

test("an item of a new invoice is changed from there and back, with what was typed; afterwards its page says where it is", async () => {
  const first = only()?.chargeId ?? ""
  const invoice = `/billing/new-invoice?family=${family.familyId}`
  const typed = { dueOn: "2026-12-07", note: "Thank you", "charge[]": first }
  const opened = await office.submit(invoice, { ...typed, edit: first })
  expect(opened.status).toBe(303)
  const charge = opened.headers.get("location") ?? ""
  expect(charge).toContain(`/billing/charges/${first}?back=`)
  expect(await office.html(charge)).toMatch(/href="\/billing\/new-invoice\?[^"]*">New invoice</)
  expect((await office.submit(invoice, { ...typed, edit: "none-of-theirs" })).status).toBe(404)
  const inHand = await office.submit(invoice, { ...typed, lineDescription: "Strings", edit: first })
  expect(inHand.status).toBe(400)
  expect(await inHand.text()).toContain('value="Strings"')

  const saved = await office.submit(charge, { amount: "25.00", reason: "Agreed on the phone" })
  expect(saved.headers.get("location")).toMatch(/^\/billing\/new-invoice\?.*note=Thank\+you/)
  const elsewhere = `/billing/charges/${only()?.chargeId}?back=https://evil.example/billing/new-invoice?`
  const kept = await office.submit(elsewhere, { amount: "26.00", reason: "Agreed on the phone" })
  expect(kept.headers.get("location")).toBe("/billing/unbilled")

  const now = only()?.chargeId ?? ""
  const old = await office.html(`/billing/charges/${first}`)
  expect(old).toContain("$40.00, no longer charged")
  expect(old).toContain(`<a href="/billing/charges/${now}">The charge is `)
  await office.submit(invoice, { ...typed, "charge[]": now, intent: "send" })
  expect(only()).toBeUndefined()
  expect(await office.read(`/billing/charges/${now}`)).toMatch(
    /\$26\.00 instead of \$40\.00, on invoice \S+-0001 .*Invoice \S+-0001/,
  )
})
