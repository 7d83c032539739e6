import type { Actor } from "~/models/foundation/access/actor"
import { listUnbilledCharges } from "~/models/money/charge/unbilled.server"
import { listCreditableLines } from "~/models/money/credit-note/credit-notes.server"
import { creditInvoice } from "~/models/money/credit-note/issue-credit-note.server"
import { saveDraft } from "~/models/money/invoice/draft-invoice.server"
import { findInvoice } from "~/models/money/invoice/invoice.server"
import { voidInvoice } from "~/models/money/invoice/void-invoice.server"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { extendSchedules, makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { listSessionsOn } from "~/models/teaching/session/session-list.server"
import { fixClock } from "~/utils/clock.server"
import { addDays, addMonths, earlierOf, monthBounds, monthOf, weekDates } from "~/utils/dates"
import { instantOf, localDate } from "~/utils/zones"
import { chance } from "./chance"
import { billMonth, type IssuedInvoice, payInvoice } from "./lived-money"
import { takeRegisters } from "./lived-weeks"

export const zone = "America/New_York"
const day = 86_400_000

/** Month by month: registers, invoices on the second of the next month, and what the families did about them. */
export function live(actor: Actor, present: number, historyFrom: string) {
  const todayDate = dateAt(present)
  const issued: IssuedInvoice[] = []
  for (let first = `${monthOf(historyFrom)}-01`; first <= todayDate; first = addMonths(first, 1)) {
    const last = addDays(addMonths(first, 1), -1)
    const from = first < historyFrom ? historyFrom : first
    const to = earlierOf(last, todayDate)
    fixClock(instantOf(from, "05:00", zone))
    extendSchedules(actor, makingHorizon(actor))
    if (first === addMonths(`${monthOf(todayDate)}-01`, -1)) cancelOne(actor, from, to)
    const forgotten = forgottenRegisters(actor, present)
    takeRegisters(actor, from, to, { until: present, isForgotten: ({ id }) => forgotten.has(id) })
    const invoices = billMonth(actor, monthOf(first), present)
    for (const invoice of invoices) {
      const share = shareOf(invoice, todayDate)
      // Who pays today does so in the evening.
      if (share > 0) payInvoice(actor, invoice, { until: addDays(todayDate, -1), share })
    }
    issued.push(...invoices)
  }
  leaveADraftAndAVoid(actor, issued, present)
  creditALesson(actor, issued, present)
  fixClock(present)
  extendSchedules(actor, makingHorizon(actor))
}

/** Two registers of the last days were forgotten, as happens. */
function forgottenRegisters(actor: Actor, present: number): Set<string> {
  const todayDate = dateAt(present)
  const ended = listSessionsOn(actor, addDays(todayDate, -6), todayDate).filter(
    ({ endsAt, teacherName }) =>
      endsAt < present && ["Kwame Boateng", "Helena Novak"].includes(teacherName ?? ""),
  )
  return new Set(ended.slice(-2).map(({ id }) => id))
}

/** How much of an invoice its family has paid by now: the old ones all, of the newest some a part, some nothing. */
function shareOf({ familyName, issuedOn }: IssuedInvoice, todayDate: string): number {
  if (issuedOn < addDays(todayDate, -75)) return 1
  if (familyName.startsWith("Haddad")) return issuedOn < addDays(todayDate, -35) ? 1 : 0
  const luck = chance("pays at all", familyName, issuedOn)
  if (issuedOn < addDays(todayDate, -35)) return luck < 0.12 ? 0 : 1
  return luck < 0.2 ? 0 : luck < 0.3 ? 0.5 : 1
}

function cancelOne(actor: Actor, from: string, to: string) {
  const session = listSessionsOn(actor, from, to).find(({ teacherName }) => teacherName === "Helena Novak")
  if (!session) return
  fixClock(session.startsAt - 3 * 3_600_000)
  cancelSession(actor, session.id, "Helena Novak is sick")
}

/** A family asked for a correction, so one invoice was voided and waits as a draft. */
function leaveADraftAndAVoid(actor: Actor, issued: IssuedInvoice[], present: number) {
  fixClock(present - 2 * day)
  for (const { invoiceId, familyId, familyName, issuedOn } of [...issued].reverse()) {
    if (issuedOn >= dateAt(present - 2 * day)) continue
    if (familyName.startsWith("Haddad") || findInvoice(actor, invoiceId)?.paidMinor !== 0) continue
    const voided = voidInvoice(actor, { invoiceId, reason: "Billed to the wrong guardian" })
    if (!voided.ok) continue
    const todayDate = dateAt(present)
    const { first, last } = monthBounds(monthOf(addMonths(todayDate, -1)))
    const charges = listUnbilledCharges(actor, { familyId, to: last })
    saveDraft(actor, {
      familyId,
      from: first,
      to: last,
      dueOn: addDays(todayDate, 14),
      chargeIds: charges.map(({ chargeId }) => chargeId),
      unchargedSeatIds: [],
      note: null,
    })
    return
  }
}

/** A lesson of a paid invoice was cut short: a credit note gives half of it back as account credit. */
function creditALesson(actor: Actor, issued: IssuedInvoice[], present: number) {
  fixClock(present - day)
  for (const { invoiceId, familyName, issuedOn } of [...issued].reverse()) {
    // Of those that were paid by then: families pay within two weeks.
    if (issuedOn > addDays(dateAt(present), -16)) continue
    const invoice = findInvoice(actor, invoiceId)
    if (familyName.startsWith("Haddad") || invoice?.state !== "paid") continue
    const [line] = listCreditableLines(actor, invoice)
    if (!line) continue
    const amounts = new Map([[line.id, Math.round(line.leftMinor / 2)]])
    creditInvoice(actor, { invoiceId, amounts, reason: "The lesson was cut short" })
    return
  }
}

export const dateAt = (instant: number) => localDate(instant, zone)
/** The Monday of a date's week. */
export const mondayOf = (date: string) => weekDates(date, 1)[0] ?? date
