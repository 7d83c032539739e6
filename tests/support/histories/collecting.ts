import { schools } from "db/schema/accounts-schools"
import { autoCharges } from "db/schema/money-auto-pay"
import { bankEntries } from "db/schema/money-bank"
import { paymentOrders, payments } from "db/schema/money-payments"
import { reminderNotices } from "db/schema/money-reminders"
import { and, eq, inArray, isNotNull } from "drizzle-orm"
import { expect } from "vitest"
import type { Actor } from "~/models/foundation/access/actor"
import { announceCharges } from "~/models/money/auto-pay/announce-charges.server"
import { changeAutoPayRule } from "~/models/money/auto-pay/auto-pay-rule.server"
import { carryOutCharge } from "~/models/money/auto-pay/carry-out-charge.server"
import { findOwnMethod, findStanding } from "~/models/money/auto-pay/find-methods.server"
import { settleSaving, startSaving } from "~/models/money/auto-pay/save-account.server"
import { endMethod } from "~/models/money/auto-pay/saved-methods.server"
import { keepEntries } from "~/models/money/bank-import/keep-entries.server"
import { ignoreEntry, recordEntry, restoreEntry } from "~/models/money/bank-import/record-entry.server"
import {
  changeReminderStep,
  findReminderState,
  listReminderSteps,
  sendReminders,
  switchReminders,
  takeReminderDay,
} from "~/models/money/reminder/send-reminders.server"
import { fixClock, now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { type Signed, signedIn } from "../family"
import type { startPayPal } from "../paypal"
import { changeRows, rowsOf } from "../school"
import { dayMs, dayOf } from "./plans"
import { type Answer, pick, type Step } from "./step"

// How money comes in by itself: reminders with their late fees, bank statements, and charges to a saved PayPal account.

export const collectVerbs = [
  "reminders",
  "remind",
  "import-bank",
  "record-transfer",
  "set-transfer-aside",
  "save-account",
  "end-account",
  "charge",
] as const

/** The sandbox PayPal of a history, and who of the family pays there; a history begins with nothing at either. */
export type Collecting = {
  paypal: Awaited<ReturnType<typeof startPayPal>>
  payer?: Signed
  imported: Set<string>
}

type Family = { familyId: string; guardianIds: string[]; invoiceId: string }

/** One act of what collects a family's money; undefined for any other. */
export function collectInHistory(
  actor: Actor,
  family: Family,
  { verb, which, amountMinor }: Step,
  collecting: Collecting,
): Answer | Promise<Answer> {
  switch (verb) {
    case "reminders": {
      const [first] = listReminderSteps(actor).filter(({ step }) => step === "overdue1")
      if (first) changeReminderStep(actor, { ...first, days: 7, chargesLateFee: which > 1 })
      switchReminders(actor, which !== 0)
      return { ok: true }
    }
    case "remind": {
      // Some days later: a step goes out days after an invoice is due.
      fixClock(now() + (1 + which) * dayMs)
      if (!findReminderState(actor).isOn || !takeReminderDay(actor)) return { ok: false }
      const before = rowsOf(reminderNotices).length
      let behind = sendReminders(actor, undefined)
      while (behind) behind = sendReminders(actor, behind)
      return { ok: rowsOf(reminderNotices).length > before }
    }
    case "import-bank":
      return importBank(actor, { which, amountMinor }, collecting)
    case "record-transfer": {
      const open = entriesOf(actor).filter(({ state }) => state === "open")
      const paid = which % 2 ? { familyId: family.familyId } : { invoiceIds: [family.invoiceId] }
      return recordEntry(actor, { entryId: pick(open, which)?.id ?? "", ...paid })
    }
    case "set-transfer-aside": {
      const entryId = pick(entriesOf(actor), which)?.id ?? ""
      return which % 2 ? ignoreEntry(actor, entryId) : restoreEntry(actor, entryId)
    }
    case "save-account":
      return saveAccount(actor, family, collecting)
    case "end-account": {
      const method = collecting.payer && findStanding(collecting.payer.actor, family.familyId)
      if (!method) return { ok: false }
      endMethod(actor, method, "office")
      return { ok: true }
    }
    case "charge":
      return chargeDue(actor, which, collecting)
    default:
      return undefined
  }
}

const entriesOf = (actor: Actor) => rowsOf(bankEntries, { schoolId: actor.school.id })

/** A statement of two transfers, as CSV or CAMT; some were in an earlier file of either kind. */
async function importBank(
  actor: Actor,
  { which, amountMinor }: { which: number; amountMinor: number },
  { imported }: Collecting,
): Promise<Answer> {
  const facts = { currency: actor.school.currency, payerName: "Payer 0", bookedOn: `2026-11-1${which}` }
  const isCamt = amountMinor % 2 === 0
  const entries = [amountMinor, 5000].map((minor, index) => ({
    ...facts,
    amountMinor: minor,
    reference: `Lessons ${which}`,
    bankReference: isCamt ? `B${which} ${minor} ${index}` : null,
  }))
  const kept = await keepEntries(actor, { entries, left: [], outgoing: 0, unreadable: [] }, "bank.csv")
  for (const { bookedOn, amountMinor: minor } of entries) imported.add(`${bookedOn} ${minor}`)
  if (amountMinor === 5000) imported.add(`${facts.bookedOn} 5000 twice`)
  return kept
}

/** A guardian agrees to automatic payment and confirms it at PayPal. */
async function saveAccount(
  actor: Actor,
  { familyId, guardianIds }: Family,
  collecting: Collecting,
): Promise<Answer> {
  if (!collecting.payer) {
    await collecting.paypal.control("/reset", {})
    const payeeEmail = `fees-${familyId}@harmony.example`
    changeRows(schools, { id: actor.school.id }, { payeeEmail })
    changeAutoPayRule(actor, { isOffered: true, daysBefore: 3 })
    collecting.payer = signedIn(actor, "guardian", guardianIds[0] ?? "")
  }
  const payer = collecting.payer.actor
  const started = await startSaving(payer, familyId)
  if (!started.ok) return started
  const back = await collecting.paypal.press(started.approveUrl, "agree")
  const agreementId = new URL(back ?? "/", "http://localhost").searchParams.get("agreement") ?? ""
  const method = findOwnMethod(payer, agreementId)
  return { ok: method !== undefined && (await settleSaving(payer, method)) === "saved" }
}

const standing = ["announced", "charging"] as const

/** The next charges are announced, their day comes, and PayPal takes the money; sometimes its answer is lost at first. */
async function chargeDue(actor: Actor, which: number, { paypal, payer }: Collecting): Promise<Answer> {
  if (!payer) return { ok: false }
  const before = chargedOrders(actor).length
  // An invoice is announced in the last days before it is due.
  fixClock(now() + which * dayMs)
  announceCharges(actor)
  const due = rowsOf(
    autoCharges,
    and(eq(autoCharges.schoolId, actor.school.id), inArray(autoCharges.state, standing)),
  )
  const day = due.map(({ nextTryOn }) => nextTryOn).sort()[0]
  if (!day || day > addDays(dayOf(actor), 40)) return { ok: false }
  fixClock(Math.max(now(), Date.parse(`${day}T20:10:00Z`)))
  const isLost = which % 3 === 0
  if (isLost)
    await paypal.fault({ kind: "reset", path: "/v2/checkout/orders", method: "POST", afterwards: true })
  for (const { id } of due) await carryOutCharge(actor, id)
  if (isLost) {
    await paypal.noFaults()
    fixClock(now() + 120_000)
    for (const { id } of due) await carryOutCharge(actor, id)
  }
  return { ok: chargedOrders(actor).length > before }
}

const chargedOrders = (actor: Actor) =>
  rowsOf(
    paymentOrders,
    and(eq(paymentOrders.schoolId, actor.school.id), isNotNull(paymentOrders.autoChargeId)),
  )

/** Each transfer is there once and is at most one payment; PayPal took what the books say, and nothing twice. */
export async function checkCollecting(actor: Actor, { paypal, payer, imported }: Collecting) {
  const entries = entriesOf(actor)
  expect(entries).toHaveLength(imported.size)
  const paid = rowsOf(payments, { schoolId: actor.school.id })
  for (const { state, paymentId, amountMinor } of entries)
    if (state === "recorded") expect(paid.find(({ id }) => id === paymentId)).toMatchObject({ amountMinor })
  const notices = rowsOf(reminderNotices, { schoolId: actor.school.id })
  const keys = notices.map(({ invoiceId, dueOn, step }) => `${invoiceId} ${dueOn} ${step}`)
  expect(new Set(keys).size).toBe(keys.length)
  if (!payer) return
  const made = chargedOrders(actor).filter(({ state }) => state === "completed")
  const taken: { id: string; amount: { value: string } }[] = await paypal.ledger()
  const there = taken.map(({ id, amount }) => [id, Math.round(Number(amount.value) * 100)])
  const here = made.map(({ paymentId, amountMinor }) => [
    paid.find(({ id }) => id === paymentId)?.providerReference,
    amountMinor,
  ])
  expect(here.sort()).toEqual(there.sort())
}
