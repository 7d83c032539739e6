import { transact } from "db/client.server"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { paymentOrders } from "db/schema/money-payments"
import { and, desc, eq, inArray, lte } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, hasRow, ownRows } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { isBounced } from "~/models/foundation/outbox/bounce.server"
import { mailTo, wasMailed } from "~/models/foundation/outbox/outbox.server"
import { now, todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { voidTakenBack } from "../event-fee/event-fee.server"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { listUnderWay } from "../invoice/orders-under-way.server"
import type { PaymentOrder } from "../payment-order/payment-order.server"
import { providerLabels } from "../payment-provider/payment-provider"
import { amountNow } from "./amount-now.server"
import { type AutoCharge, findCharge, releaseCharge } from "./announce-charges.server"
import {
  declineText,
  type HoldKind,
  holdReasons,
  nextTry,
  notAnnounced,
  titleOf,
  unannouncedDays,
} from "./auto-pay"
import { findMethod, type SavedMethod } from "./find-methods.server"
import { isReached, mailedPayerOf, mailPayer, payerOf } from "./payer.server"

const minuteMs = 60_000
const dayMs = 86_400_000

// What becomes of a charge once its attempt is over.

/** The attempt that is under way, or was the last one. */
export const lastAttempt = (actor: Actor, chargeId: string): PaymentOrder | undefined =>
  ownRows(actor, paymentOrders)
    .where(eq(paymentOrders.autoChargeId, chargeId))
    .orderBy(desc(paymentOrders.createdAt), desc(paymentOrders.id))
    .limit(1)
    .get()

/** Takes over what became of the last attempt. Safe to repeat; after a late answer too. */
export function followCharge(actor: Actor, chargeId: string) {
  transact(() => {
    const charge = findCharge(actor, chargeId)
    const order = lastAttempt(actor, chargeId)
    if (!charge || !order) return
    if (order.state === "completed") return setCharge(actor, charge, { state: "paid" })
    if (charge.state !== "charging") return
    if (order.state === "cancelled") return setCharge(actor, charge, { state: "dropped" })
    if (order.state === "declined") return afterDecline(actor, charge, order)
    if (order.state === "mismatch")
      return giveUp(
        actor,
        charge,
        `${providerLabels[order.provider]} reports a payment that doesn’t match the invoice.`,
      )
    // Asked again in turn, so that one that hangs doesn't come first forever.
    setCharge(actor, charge, {})
  })
}

/** Plans the next try and tells the payer, or gives up after the last. */
function afterDecline(actor: Actor, announced: AutoCharge, order: PaymentOrder) {
  const { declineReason, provider, amountMinor } = order
  // Less than was announced where a part was paid otherwise.
  const charge = { ...announced, amountMinor }
  const failures = charge.failures + 1
  const next = nextTry(charge.chargeOn, failures, todayOf(actor))
  const method = findMethod(actor, charge.methodId)
  const reason = declineText(declineReason, provider)
  setCharge(actor, charge, { declineReason })
  // Whose event fee was taken back since owes nothing of its invoice.
  if (voidTakenBack(actor, charge.invoiceId)) return setCharge(actor, charge, { state: "dropped" })
  // Another try without them would be answered the same.
  if (method && declineReason === "needs-payer") return askPayer(actor, { ...charge, failures }, method)
  // What can't be charged any more, or was charged without its owner's leave, isn't tried again.
  if (!next || method?.state !== "active" || declineReason === "unusable") {
    giveUp(actor, { ...charge, failures }, reason)
    return
  }
  setCharge(actor, charge, { state: "announced", failures, nextTryOn: next })
  const invoice = findInvoiceOfPayer(actor, charge.invoiceId, method)
  recordEvent(actor, "invoice.decline-charge", charge.invoiceId, {
    after: { number: invoice?.number ?? null, nextTryOn: next },
  })
  mailPayer(actor, method, "auto-charge-declined", {
    ...factsOf(actor, charge, method, invoice?.number),
    reason,
    nextTryOn: formatDate(next, "full", actor.school),
  })
}

/** Ends the tries of this charge alone, and sends its payer a link to pay where their bank can ask them. */
function askPayer(actor: Actor, charge: AutoCharge, method: SavedMethod) {
  setCharge(actor, charge, { state: "failed", failures: charge.failures })
  const invoice = findInvoiceOfPayer(actor, charge.invoiceId, method)
  recordEvent(actor, "invoice.decline-charge", charge.invoiceId, {
    after: { number: invoice?.number ?? null },
  })
  mailPayer(actor, method, "auto-charge-confirm", { ...factsOf(actor, charge, method, invoice?.number) })
}

const factsOf = (
  actor: Actor,
  { amountMinor, invoiceId }: AutoCharge,
  method: SavedMethod,
  number?: string,
) => ({
  number: number ?? "",
  invoiceId,
  amount: formatMoney(amountMinor, actor.school.currency, actor.school),
  account: titleOf(method),
  provider: method.provider,
})

/** Ends the tries of a charge, pauses an account in use so that nothing else is taken, and tells the payer and the office. */
export function giveUp(actor: Actor, charge: AutoCharge, reason: string) {
  transact(() => {
    setCharge(actor, charge, { state: "failed", failures: charge.failures, holdReason: null })
    const method = findMethod(actor, charge.methodId)
    const invoice = method && findInvoiceOfPayer(actor, charge.invoiceId, method)
    if (!method) return
    const changes = change(
      actor,
      savedMethods,
      and(eq(savedMethods.id, method.id), eq(savedMethods.state, "active")),
      { state: "paused", pausedAt: now(), updatedAt: now() },
    )
    if (changes === 1) {
      change(
        actor,
        autoCharges,
        and(eq(autoCharges.methodId, method.id), inArray(autoCharges.state, ["announced", "held"])),
        { state: "dropped", holdKind: null, holdReason: null, updatedAt: now() },
      )
      recordEvent(actor, "family.pause-auto-pay", method.familyId, { after: { reason } })
    }
    const hasEnded = method.state === "ended"
    const isUnannounced = charge.holdKind === "unannounced"
    const facts = { ...factsOf(actor, charge, method, invoice?.number), reason, hasEnded, isUnannounced }
    mailPayer(actor, method, "auto-charge-failed", { ...facts })
    const payer = mailedPayerOf(actor, method)
    const payerName = payer.email ? payer.name : "a family"
    const isTold = isReached(actor, "auto-charge-failed", payer)
    for (const { name, email } of listOffice(actor))
      mailTo(actor, { email, name }, "auto-charge-given-up", { payerName, isTold, ...facts })
  })
}

/**
 * The provider refused an attempt for a reason that isn't the payer's: the charge waits until the office releases it. The office
 * is told once of each reason.
 */
export function holdForOffice(actor: Actor, order: PaymentOrder, code: string) {
  const charge = findCharge(actor, order.autoChargeId ?? "")
  if (charge?.state !== "charging") return
  const provider = providerLabels[order.provider]
  const holdReason = holdReasons.refused(provider, code)
  hold(actor, charge, { holdKind: "refused", holdReason }, { by: provider, code })
}

/**
 * Puts a charge on hold whose payer was promised an announcement and can't be emailed; true where it does. The office is told once of
 * each payer.
 */
export function holdUnannounced(actor: Actor, charge: AutoCharge, method: SavedMethod): boolean {
  const payer = payerOf(actor, method)
  if (!isBounced(payer.email) || wasAnnouncedElsewhere(actor, charge, method)) return false
  hold(
    actor,
    charge,
    { holdKind: "unannounced", holdReason: holdReasons.unannounced },
    { methodId: method.id, code: "", unreached: payer.name },
  )
  return true
}

/**
 * Ends the wait of the charges that no email could announce and no one has released for days. Where an email can now, they are announced
 * again; else they are given up: their invoices are due like any other, and nothing else is taken until the payer resumes. Some at a time.
 */
export function giveUpUnannounced(actor: Actor) {
  const waiting = ownRows(actor, autoCharges)
    .where(
      and(
        eq(autoCharges.state, "held"),
        eq(autoCharges.holdKind, "unannounced"),
        lte(autoCharges.updatedAt, now() - unannouncedDays * dayMs),
      ),
    )
    .limit(20)
    .all()
  for (const { id } of waiting)
    transact(() => {
      const charge = findCharge(actor, id)
      const method = charge && findMethod(actor, charge.methodId)
      // Another charge of the same payer's was given up just before.
      if (charge?.state !== "held" || !method) return
      // A payment that is on its way may settle it: the charge waits for that.
      if (listUnderWay(actor, charge.invoiceId).length > 0 || releaseCharge(actor, id).ok) return
      const amountMinor = amountNow(actor, charge, method)
      if (amountMinor > 0) giveUp(actor, { ...charge, amountMinor }, notAnnounced)
      else setCharge(actor, charge, { state: "dropped", holdKind: null, holdReason: null })
    })
}

/** Whether the email that announced a charge went to another address of the payer's than the one whose emails come back. */
function wasAnnouncedElsewhere(actor: Actor, { invoiceId, updatedAt }: AutoCharge, method: SavedMethod) {
  const payer = mailedPayerOf(actor, method)
  const about = { invoiceId, schoolId: actor.school.id }
  return (
    payer.email !== null &&
    !isBounced(payer.email) &&
    wasMailed(payer.email, "auto-charge-announced", updatedAt - minuteMs, about)
  )
}

function hold(
  actor: Actor,
  charge: AutoCharge,
  why: { holdKind: HoldKind; holdReason: string },
  { by, methodId, ...said }: { by?: string; methodId?: string; code: string; unreached?: string },
) {
  const isKnown = hasRow(
    actor,
    autoCharges,
    and(
      eq(autoCharges.state, "held"),
      eq(autoCharges.holdReason, why.holdReason),
      methodId ? eq(autoCharges.methodId, methodId) : undefined,
    ),
  )
  setCharge(actor, charge, { state: "held", ...why })
  const method = findMethod(actor, charge.methodId)
  const invoice = method && findInvoiceOfPayer(actor, charge.invoiceId, method)
  recordEvent(actor, "invoice.hold-charge", charge.invoiceId, { by, after: { reason: why.holdReason } })
  if (isKnown || !method) return
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "auto-charge-held", {
      ...factsOf(actor, charge, method, invoice?.number),
      ...said,
    })
}

export function setCharge(
  actor: Actor,
  { id }: Pick<AutoCharge, "id">,
  facts: Partial<
    Pick<AutoCharge, "state" | "failures" | "nextTryOn" | "holdKind" | "holdReason" | "declineReason">
  >,
) {
  change(actor, autoCharges, id, { ...facts, updatedAt: now() })
}
