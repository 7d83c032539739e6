import { emails } from "db/schema/foundation-mail"
import { expect, test } from "vitest"
import { fixClock } from "~/utils/clock.server"
import { instantOf } from "~/utils/zones"
import { billFamilies, owe } from "../../../../tests/support/billing"
import { openPayingFamily } from "../../../../tests/support/family"
import { rowsOf } from "../../../../tests/support/school"
import { propose } from "../installment/installment"
import { sendRunNow } from "../invoice/invoice-run.server"
import { listInvoices } from "../invoice/list-invoices.server"
import { remindOfMany } from "../invoice/overdue-invoices.server"
import { remindOfInvoice } from "../invoice/remind-invoice.server"
import { agreePlan } from "../payment-plan/payment-plan.server"
import { sendReminders, switchReminders } from "./send-reminders.server"

/** An invoice whose email waits in its run, due in three days, and the school’s morning. */
function heldInvoice() {
  const family = openPayingFamily()
  const { school, familyId } = family
  switchReminders(school, true)
  fixClock(instantOf("2026-11-24", "09:30", school.school.timeZone))
  owe(school, { familyId, studentIds: [] }, 9_000)
  const period = { from: "2026-11-01", to: "2026-11-30", dueOn: "2026-11-27", note: null, asDrafts: false }
  const sent = billFamilies(school, { ...period, familyIds: [familyId] })
  const runId = sent.run?.id
  const [invoice] = listInvoices(school, { familyId, page: null }).rows
  if (!runId || !invoice) throw new Error("There is no run.")
  return { school, runId, invoiceId: invoice.id }
}

const reminders = (schoolId: string) => rowsOf(emails, { schoolId, template: "invoice-reminder" }).length

test("no reminder is sent while the email with the invoice waits in its run", async () => {
  const { school, runId, invoiceId } = heldInvoice()
  sendReminders(school, undefined)
  expect(reminders(school.school.id)).toBe(0)
  expect(remindOfInvoice(school, invoiceId)).toBeRefused("held")
  expect(await remindOfMany(school, [invoiceId])).toEqual({
    mails: 0,
    settled: 0,
    held: 1,
    processing: 0,
    unreachable: 0,
    unsent: 0,
    gone: 0,
    returned: [],
  })
  expect(reminders(school.school.id)).toBe(0)
  expect(sendRunNow(school, runId)).toEqual({ ok: true })
  sendReminders(school, undefined)
  expect(reminders(school.school.id)).toBe(1)
  expect(remindOfInvoice(school, invoiceId).ok).toBe(true)
})

test("no plan is agreed while the email with the invoice waits in its run", () => {
  const { school, runId, invoiceId } = heldInvoice()
  const rows = propose({ totalMinor: 9_000, count: 3, firstOn: "2026-12-01", rhythm: "month" })
  const plan = { invoiceId, invoiceIds: [], planId: null, rows, reason: "" }
  expect(agreePlan(school, plan)).toBeRefused("held")
  sendRunNow(school, runId)
  expect(agreePlan(school, plan).ok).toBe(true)
})
