import { transact } from "db/client.server"
import { users } from "db/schema/accounts"
import { invoices } from "db/schema/money"
import { invoiceLinks } from "db/schema/money-links"
import { paymentOrders } from "db/schema/money-payments"
import { members } from "db/schema/people"
import { and, eq, ne } from "drizzle-orm"
import { applyEarlyEvents } from "~/models/accounts/provider-event/provider-event.server"
import type { Actor } from "~/models/foundation/access/actor"
import { find, platformChange, select } from "~/models/foundation/access/door.server"
import { ofSchool } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import {
  type DeclineReason,
  type PaymentProvider,
  type ProviderCapture,
  ProviderError,
  type ProviderOrder,
} from "~/providers/payment-provider"
import { now, todayOf } from "~/utils/clock.server"
import { log } from "~/utils/log.server"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { voidTakenBack } from "../event-fee/event-fee.server"
import { findPayerContact, payerIdOf } from "../payer/payer-key.server"
import { recordPayment } from "../payment/payment.server"
import { methodOf, requireProvider } from "../payment-provider/payment-provider.server"
import { bookEntry } from "../provider-books/provider-books.server"
import { closePage, closePages } from "./close-pages.server"
import { familyOf, findRefusal, type Refusal, reasons } from "./due-order.server"
import type { Settled } from "./payment-order"
import {
  beginCapture,
  isOrder,
  moveOrder,
  type PaymentOrder,
  partsOf,
  subjectOf,
  undoCapture,
} from "./payment-order.server"
import { takeOverRefunds } from "./settle-refunds.server"
import { tellOfficeOfOrder } from "./tell-office.server"
import { closeUnknown } from "./unknown-order.server"

// A payment is recorded because the provider says that the money went to the school: this amount, this account. What a
// browser brings back is only a hint which order to ask about. Safe to repeat, also twice at once.

/** Finishes a try: asks the provider, takes the money if it was approved and is still owed, records it exactly once. */
export async function settlePayment(actor: Actor, order: PaymentOrder): Promise<Settled> {
  const { providerOrderId } = order
  if (order.state === "completed" && order.paymentId) return { state: "paid", paymentId: order.paymentId }
  if (order.state === "mismatch") return { state: "mismatch" }
  if (!providerOrderId) return { state: "waiting" }
  try {
    const settled = await settleAt(actor, requireProvider(actor, order), order, providerOrderId)
    // No page stays open on which the same is paid a second time.
    if (settled.state === "paid" || settled.state === "processing") await closePages(actor, order)
    return settled
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    log.error({ err: error }, "a payment could not be settled")
    return (await closeUnknown(actor, order, error)) ? { state: "waiting" } : { state: "unreachable" }
  }
}

async function settleAt(
  actor: Actor,
  provider: PaymentProvider,
  order: PaymentOrder,
  providerOrderId: string,
): Promise<Settled> {
  const providerOrder = await provider.show(providerOrderId)
  if (differs(actor, order, providerOrder)) return { state: "mismatch" }
  if (providerOrder.status !== "APPROVED") {
    const came = settled(actor, order, providerOrder)
    return came.state === "waiting" && providerOrder.approveUrl ? leaveOpen(actor, order) : came
  }
  const next = transact(() => decide(actor, order))
  if ("ended" in next) return next.ended
  if (next.refusal) {
    await provider.letGo(providerOrderId).catch(noteLapse)
    return { state: next.refusal }
  }
  const captured = await capture(provider, order, providerOrderId)
  if (captured === "declined") {
    transact(() => moveOrder(actor, order, "declined"))
    return { state: "declined" }
  }
  return differs(actor, order, captured) ? { state: "mismatch" } : settled(actor, order, captured)
}

/** A page that waits for its payer is closed once what it asks for isn't due any more: a debit there is asked about by no one. */
async function leaveOpen(actor: Actor, order: PaymentOrder): Promise<Settled> {
  const refusal = order.autoChargeId === null ? findRefusal(actor, order) : undefined
  return refusal && (await closePage(actor, order, refusal)) ? { state: refusal } : { state: "waiting" }
}

/** Whether an approved try is captured now: another tab may have settled it, or its debt is gone; in a transaction. */
function decide(actor: Actor, order: PaymentOrder): { ended: Settled } | { refusal: Refusal | undefined } {
  const { state, paymentId } = find(actor, paymentOrders, order.id) ?? order
  if (state === "completed" && paymentId) return { ended: { state: "paid", paymentId } }
  if (state === "mismatch") return { ended: { state } }
  const refusal = findRefusal(actor, order)
  if (refusal) moveOrder(actor, order, "cancelled", { because: reasons[refusal] })
  // A declined try is over: its key would only repeat the refusal. The person starts another.
  else if (state === "declined") return { ended: { state } }
  else beginCapture(order)
  return { refusal }
}

/** What couldn't be let go lapses at the provider after some days; the payer is told the same. */
function noteLapse(error: unknown) {
  if (!(error instanceof ProviderError)) throw error
  log.warn({ err: error }, "an approved payment could not be let go")
}

/** Whether the provider said no: without a whole answer, or while it is at the same try, the money may still be taken. */
const isRefusal = ({ status }: ProviderError): boolean =>
  status >= 400 && status < 500 && ![408, 409, 429].includes(status)

/**
 * Takes the money. Whenever the answer leaves a doubt (none came, it was unreadable, someone was faster), the order
 * itself is asked before anything is concluded.
 */
async function capture(
  provider: PaymentProvider,
  order: PaymentOrder,
  providerOrderId: string,
): Promise<ProviderOrder | "declined"> {
  try {
    return await provider.capture(providerOrderId, order.id)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (provider.isDecline(error)) return "declined"
    log.error({ err: error }, "a capture was not answered")
    const providerOrder = await provider.show(providerOrderId)
    if (providerOrder.status === "COMPLETED") return providerOrder
    if (isRefusal(error)) undoCapture(order)
    if (error.issue !== "ORDER_NOT_APPROVED") throw error
    return providerOrder
  }
}

const arrived = new Set(["COMPLETED", "PARTIALLY_REFUNDED", "REFUNDED", "REVERSED"])

/** What a provider's order that is not waiting for us means. */
function settled(actor: Actor, order: PaymentOrder, providerOrder: ProviderOrder): Settled {
  const { status, captures } = providerOrder
  const [capture] = captures
  if (status !== "COMPLETED" || !capture) {
    if (status === "VOIDED") transact(() => moveOrder(actor, order, "cancelled", { provider: status }))
    return { state: "waiting" }
  }
  // One that was given back since had come first; what was refunded is another entry of the books.
  if (arrived.has(capture.status)) return record(actor, order, capture, providerOrder)
  if (capture.status === "PENDING") {
    transact(() => moveOrder(actor, order, "pending", { reason: capture.statusReason }))
    return { state: "processing" }
  }
  if (capture.status === "DECLINED" || capture.status === "FAILED") {
    const { declineReason = null } = capture
    transact(() => {
      // Whoever has just come back reads it on the page.
      const wasOnItsWay =
        order.state === "pending" && find(actor, paymentOrders, order.id)?.state === "pending"
      moveOrder(actor, order, "declined", { provider: capture.status, declineReason })
      if (wasOnItsWay && order.autoChargeId === null) {
        noteDeclined(actor, order)
        // Whose event fee was taken back since reads that its invoice is void, and not that it is due again.
        const parts = partsOf(actor, order)
        const isVoid = parts.filter(({ invoiceId }) => voidTakenBack(actor, invoiceId))
        if (parts.length === 0 || isVoid.length < parts.length) tellDeclined(actor, order, declineReason)
        tellOfficeOfOrder(actor, order, "declined", declineReason)
      }
    })
    return { state: "declined" }
  }
  transact(() => moveOrder(actor, order, "mismatch", { provider: capture.status }))
  return { state: "mismatch" }
}

/** Notes with each invoice, or the family, that what was on its way to it didn't arrive. */
function noteDeclined(actor: Actor, order: PaymentOrder) {
  const by = payerName(actor, order)
  for (const { invoiceId } of partsOf(actor, order)) {
    const number = find(actor, invoices, invoiceId)?.number ?? null
    recordEvent(actor, "invoice.decline-payment", invoiceId, { by, after: { number } })
  }
  const familyId = familyOf(actor, order)
  if (familyId) recordEvent(actor, "family.decline-payment", familyId, { by })
}

/** Tells the payer that what was on its way didn't arrive; a charge to a saved account has letters of its own. */
function tellDeclined(actor: Actor, order: PaymentOrder, reason: DeclineReason | null) {
  const to = payer(order)
  if (to?.email)
    queueMail({
      template: "payment-declined",
      schoolId: order.schoolId,
      recipient: to.email,
      data: {
        schoolName: actor.school.name,
        recipientName: to.name,
        amount: formatMoney(order.amountMinor, order.currency, actor.school),
        provider: order.provider,
        reason,
        path:
          order.linkId !== null
            ? null
            : order.invoiceId
              ? paths.studentInvoice(order.invoiceId)
              : paths.studentInvoices(),
      },
    })
}

/** Records the money and, in the same transaction, what the provider shows or has told already as refunded of it. */
function record(
  actor: Actor,
  order: PaymentOrder,
  capture: ProviderCapture,
  providerOrder: ProviderOrder,
): Settled {
  return transact(() => {
    const paid = recordPayment(actor, {
      parts: partsOf(actor, order),
      besideOfFamily: familyOf(actor, order),
      amountMinor: order.amountMinor,
      method: methodOf(order.provider, capture.paidWith),
      paidWith: capture.paidWith?.title ?? null,
      providerReference: capture.id,
      payerName: payerName(actor, order),
      payerId: payerIdOf(order),
      receivedOn: todayOf(actor),
      receiptTo: payerIdOf(order) ? null : payerEmail(order),
      hasArrived: true,
    })
    if (!paid.ok) {
      moveOrder(actor, order, "mismatch", { refused: paid.reason, captureId: capture.id })
      return { state: "mismatch" }
    }
    const { paymentId } = paid
    const changes = platformChange(paymentOrders, and(isOrder(order), ne(paymentOrders.state, "completed")), {
      state: "completed",
      paymentId,
      updatedAt: now(),
    })
    // What was read before another answer was recorded may be older than that.
    if (changes === 1) {
      if (capture.feeMinor !== undefined)
        bookEntry(actor, order, {
          reference: capture.id,
          kind: "payment",
          captureId: capture.id,
          amountMinor: capture.amountMinor,
          feeMinor: capture.feeMinor,
          currency: capture.currency,
          bookedAt: now(),
        })
      takeOverRefunds(actor, { order: { ...order, paymentId }, paymentId }, providerOrder)
      applyEarlyEvents([capture.id, providerOrder.orderId])
    }
    return { state: "paid", paymentId }
  })
}

/** Whether the provider's order is another one than we asked for; that is kept with the facts that differ. */
function differs(actor: Actor, order: PaymentOrder, providerOrder: ProviderOrder): boolean {
  const facts: Record<string, boolean> = {
    order: providerOrder.orderId !== order.providerOrderId,
    amount: providerOrder.amountMinor !== order.amountMinor,
    currency: providerOrder.currency !== order.currency,
    payee: providerOrder.payeeEmail?.toLowerCase() !== order.payeeEmail.toLowerCase(),
    "custom id": providerOrder.customId !== subjectOf(order),
    "invoice id": providerOrder.invoiceId !== order.id,
    captured: providerOrder.captures.some(
      ({ amountMinor, currency }) => amountMinor !== order.amountMinor || currency !== order.currency,
    ),
  }
  const differences = Object.keys(facts).filter((fact) => facts[fact])
  if (differences.length > 0) transact(() => moveOrder(actor, order, "mismatch", { differences }))
  return differences.length > 0
}

/** Who pays: the person logged in, or the payer whose link it is. */
const payer = (order: PaymentOrder) =>
  order.memberId === null
    ? select({ name: invoiceLinks.name, email: invoiceLinks.email })
        .from(invoiceLinks)
        .where(ofSchool(order.schoolId, invoiceLinks, order.linkId ?? ""))
        .get()
    : select({ name: users.name, email: users.email })
        .from(members)
        .innerJoin(users, eq(users.id, members.userId))
        .where(ofSchool(order.schoolId, members, order.memberId))
        .get()

const payerEmail = (order: PaymentOrder): string | null => payer(order)?.email ?? null

function payerName(actor: Actor, order: PaymentOrder): string {
  return findPayerContact(actor, payerIdOf(order))?.name ?? payer(order)?.name ?? "Family"
}
