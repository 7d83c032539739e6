import { reminderPauses, reminderSteps } from "db/schema/money-reminders"
import { describe, expect, test } from "vitest"
import { changeLateFee } from "~/models/money/late-fee/late-fee.server"
import { findReminderState, listReminderSteps } from "~/models/money/reminder/send-reminders.server"
import { Browser, textOf } from "../../support/app"
import { invoiceOver, openPayingFamily } from "../../support/family"
import { openSchool, rowsOf } from "../../support/school"

const at = "/settings/policies?edit=reminders"
const step = {
  step: "overdue1",
  isOn: "on",
  days: "5",
  subject: "Pay {number}",
  body: "Dear {payer},\n\n{amount} is due.",
}

async function owing() {
  const { school, guardian, ...family } = openPayingFamily()
  const invoiceId = invoiceOver(school, family, 4250)
  return { school, guardian, invoiceId, ...family, office: await Browser.of(school.userId ?? "") }
}

describe("automatic reminders", () => {
  test("are reached from the overdue invoices, turned on and off", async () => {
    const { school, office } = await owing()
    expect(await office.html("/billing/manage/reminders")).toContain("/billing/manage/reminders/schedule")
    expect((await office.visit("/billing/manage/reminders/schedule")).headers.get("Location")).toBe(
      `${at}#reminders`,
    )
    expect(await office.read(at)).toContain("Automatic reminders are off")
    expect((await office.submit(at, { intent: "turn-on" })).status).toBe(303)
    expect(findReminderState(school).isOn).toBe(true)
    expect(await office.read(at)).toContain("Automatic reminders are on")
    await office.submit(at, { intent: "turn-off" })
    expect(findReminderState(school).isOn).toBe(false)
  })

  test("have texts of the school’s own, previewed with an unpaid invoice before they are saved", async () => {
    const { school, office } = await owing()
    const preview = await office.submit(`${at}&step=overdue1`, { ...step, intent: "preview" })
    expect(preview.status).toBe(200)
    const text = await textOf(preview)
    expect(text).toContain("Filled in with invoice 2026-0001")
    expect(text).toContain("Dear Jonas Haddad, $42.50 is due.")
    expect(listReminderSteps(school)[2]?.subject).not.toBe("Pay {number}")
    expect((await office.submit(`${at}&step=overdue1`, { ...step, intent: "save" })).status).toBe(303)
    expect(listReminderSteps(school)[2]).toMatchObject({ offsetDays: 5, subject: "Pay {number}" })
    expect(await office.read(at)).toContain("5 days after due · Pay {number}")
  })

  test("that charge the late fee say so where the school has none", async () => {
    const { school, office } = await owing()
    const charges = { ...step, intent: "save", chargesLateFee: "on" }
    await office.submit(`${at}&step=overdue1`, charges)
    const lacks = "A reminder charges the late fee, but you haven’t set one, so nothing is charged."
    expect(await office.read(at)).toContain(lacks)
    changeLateFee(school, { kind: "fixed", amount: 500, afterDays: 7, isMonthly: false })
    expect(await office.read(at)).not.toContain(lacks)
  })

  test("refuse unknown merge fields, wrong days and a step out of order; nothing typed is lost", async () => {
    const { school, office } = await owing()
    for (const [wrong, status, message] of [
      [{ subject: "Pay {nummer}" }, 400, "{nummer} isn’t a merge field."],
      [{ days: "0" }, 400, "Enter a number of days from 1 to 365."],
      [{ days: "soon" }, 400, "Enter a whole number of days."],
      [{ body: "" }, 400, "Enter the text."],
      [{ step: "overdue9" }, 400, "Choose a step."],
      [{ days: "14" }, 409, "Reminders go out in order."],
    ] as const) {
      const refused = await office.submit(`${at}&step=overdue1`, { ...step, ...wrong, intent: "save" })
      expect(refused.status, message).toBe(status)
      expect(await textOf(refused)).toContain(message)
    }
    const rows = rowsOf(reminderSteps, { schoolId: school.school.id })
    expect(rows).toEqual([])
  })

  test("are the office’s alone", async () => {
    const { guardian } = await owing()
    const parent = await Browser.of(guardian.userId)
    expect((await parent.submit(at, { intent: "turn-on" })).status).toBe(302)
  })
})

describe("a pause", () => {
  test("is set on the invoice and on the family, with a reason, and ended", async () => {
    const { school, office, invoiceId, familyId } = await owing()
    for (const here of [`/billing/invoices/${invoiceId}`, `/billing/families/${familyId}`]) {
      const refused = await office.submit(here, { intent: "pause-reminders", reason: "", lastDay: "" })
      await expect(refused).toAnswer(400, "Enter a reason.")
      const past = { intent: "pause-reminders", reason: "abroad", lastDay: "2026-01-01" }
      const late = await office.submit(here, past)
      expect(late.status).toBe(400)
      expect(await late.text()).toContain('value="abroad"')
      await office.submit(here, { ...past, lastDay: "2026-12-31" })
      const page = await office.read(here)
      expect(page).toContain("Paused through Dec 31, 2026: abroad")
      expect(page).toContain("paused")
      await office.submit(here, { intent: "resume-reminders" })
      expect(await office.read(here)).toContain("Pause reminders")
    }
    expect(rowsOf(reminderPauses, { schoolId: school.school.id })).toHaveLength(2)
  })

  test("is unknown to another school", async () => {
    const { invoiceId, familyId } = await owing()
    const stranger = await Browser.of(openSchool().userId)
    const pause = { intent: "pause-reminders", reason: "x", lastDay: "" }
    for (const here of [`/billing/invoices/${invoiceId}`, `/billing/families/${familyId}`])
      expect((await stranger.submit(here, pause)).status).toBe(404)
  })
})
