import { transact } from "db/client.server"
import { paymentOrderParts, paymentOrders, payments } from "db/schema/money-payments"
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, ne, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addAll, addRow, ownRows, platformChange, select } from "~/models/foundation/access/door.server"
import { joined, ofSchool, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { DeclineReason } from "~/providers/payment-provider"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { payerColumns } from "../payer/payer-key.server"
import type { Payee } from "../payment-provider/payment-provider.server"
import { tellOfficeOfOrder } from "./tell-office.server"

// A payment order is one attempt to pay a share of an invoice, or what a family owes on none, at the provider. It stores what we asked for, and the provider's
// answer is compared with it. Its id is the idempotency key, so a repeat has no second effect.

export type PaymentOrder = typeof paymentOrders.$inferSelect
type State = PaymentOrder["state"]

const hour = 3_600_000
const day = 24 * hour
/** How long an order no one came back from is asked about. */
const askMs = 3 * day

export const isOrder = ({ schoolId, id }: Pick<PaymentOrder, "schoolId" | "id">): SQL | undefined =>
  ofSchool(schoolId, paymentOrders, id)

export type OrderPart = { invoiceId: string; amountMinor: number }
/** Who pays: someone logged in, or the holder of an invoice's link. */
export type OrderPayer = { memberId: string; linkId: null } | { memberId: null; linkId: string }
/** `pageMs`: so long the provider keeps the page open; in its second half another try makes a new one. */
type NewOrder = { payerId: string | null; familyId?: string; pageMs?: number } & Payee & OrderPayer

/**
 * The payer's open try for exactly these parts, or a new one; in the caller's transaction. What is paid beside the invoices becomes
 * account credit, which makes up for what is owed on none; it can be all that is paid, of the family that is named.
 */
export function openOrder(
  actor: Actor,
  { payerId, familyId, pageMs = 4 * hour, ...newOrder }: NewOrder,
  parts: readonly OrderPart[],
  besideMinor = 0,
): PaymentOrder {
  const [first] = parts
  if (!first && !(familyId && besideMinor > 0)) throw new Error("An order pays an invoice or a balance")
  const at = now()
  const amountMinor = parts.reduce((sum, part) => sum + part.amountMinor, besideMinor)
  const facts = {
    ...newOrder,
    invoiceId: first?.invoiceId ?? null,
    familyId: first ? null : familyId,
    amountMinor,
    besideMinor,
    currency: actor.school.currency,
  }
  const open = ownRows(actor, paymentOrders)
    .where(
      and(
        first ? eq(paymentOrders.invoiceId, first.invoiceId) : eq(paymentOrders.familyId, familyId ?? ""),
        newOrder.linkId === null
          ? eq(paymentOrders.memberId, newOrder.memberId)
          : eq(paymentOrders.linkId, newOrder.linkId),
        eq(paymentOrders.state, "created"),
        eq(paymentOrders.amountMinor, facts.amountMinor),
        eq(paymentOrders.besideMinor, besideMinor),
        eq(paymentOrders.currency, facts.currency),
        eq(paymentOrders.provider, facts.provider),
        eq(paymentOrders.payeeEmail, facts.payeeEmail),
        isNull(paymentOrders.autoChargeId),
        gt(paymentOrders.createdAt, at - pageMs / 2),
      ),
    )
    .orderBy(desc(paymentOrders.createdAt))
    .limit(1)
    .get()
  if (open && isSameParts(partsOf(actor, open), parts)) return open
  const order = addRow(actor, paymentOrders, {
    id: newId(),
    createdAt: at,
    updatedAt: at,
    state: "created",
    ...facts,
    ...payerColumns(actor, payerId),
  })
  if (parts.length > 1 || (first && besideMinor > 0))
    addAll(
      actor,
      paymentOrderParts,
      parts.map((part) => ({ orderId: order.id, ...part })),
    )
  return order
}

const isSameParts = (some: readonly OrderPart[], others: readonly OrderPart[]) =>
  some.length === others.length &&
  some.every((part) =>
    others.some((other) => other.invoiceId === part.invoiceId && other.amountMinor === part.amountMinor),
  )

/** What an order pays of each invoice. */
export function partsOf(actor: Actor, order: PaymentOrder): OrderPart[] {
  const parts = ownRows(actor, paymentOrderParts, ["invoiceId", "amountMinor"])
    .where(eq(paymentOrderParts.orderId, order.id))
    .all()
  if (parts.length > 0 || order.invoiceId === null) return parts
  return [{ invoiceId: order.invoiceId, amountMinor: order.amountMinor }]
}

/** What the provider is told that an order is for: our id of the invoice, or of the family where it pays none. */
export const subjectOf = ({ invoiceId, familyId }: PaymentOrder): string => invoiceId ?? familyId ?? ""

export function recordProviderOrder(order: PaymentOrder, providerOrderId: string) {
  platformChange(paymentOrders, isOrder(order), { providerOrderId, updatedAt: now() })
}

/** What the provider brings back of a try: its own id of it, or ours. */
const isNamed = (token: string) => or(eq(paymentOrders.providerOrderId, token), eq(paymentOrders.id, token))

/** The person's own try behind the provider's order id, null for one over no invoice; someone else's is as unknown as one that never was. */
export function findOwnOrder(
  actor: Actor,
  invoiceId: string | null,
  providerOrderId: string,
): PaymentOrder | undefined {
  return ownRows(actor, paymentOrders)
    .where(
      and(
        eq(paymentOrders.memberId, actor.memberId ?? ""),
        invoiceId === null ? isNull(paymentOrders.invoiceId) : eq(paymentOrders.invoiceId, invoiceId),
        isNamed(providerOrderId),
      ),
    )
    .get()
}

/** The try of an invoice link's holder behind the provider's order id; any other is unknown. */
export function findOrderOfLink(
  actor: Actor,
  linkId: string,
  providerOrderId: string,
): PaymentOrder | undefined {
  return ownRows(actor, paymentOrders)
    .where(and(eq(paymentOrders.linkId, linkId), isNamed(providerOrderId)))
    .get()
}

/** Whose try the provider's order is, of all schools. For jobs. */
export function findOrderOfProvider(providerOrderId: string): PaymentOrder | undefined {
  return select().from(paymentOrders).where(eq(paymentOrders.providerOrderId, providerOrderId)).get()
}

/** The school's try at Stripe by our ID of it, or by Stripe's of the payment that it became. */
export function findStripeOrder(actor: Actor, subject: string): PaymentOrder | undefined {
  const { order } =
    select({ order: paymentOrders })
      .from(paymentOrders)
      .leftJoin(payments, joined(payments, paymentOrders.paymentId))
      .where(
        and(
          own(actor, paymentOrders),
          eq(paymentOrders.provider, "stripe"),
          or(eq(paymentOrders.id, subject), eq(payments.providerReference, subject)),
        ),
      )
      .get() ?? {}
  return order
}

/** Moves a try to a state, in the caller's transaction; one that is completed stays so. */
export function moveOrder(
  actor: Actor,
  order: PaymentOrder,
  state: Exclude<State, "created" | "completed">,
  { declineReason = null, ...facts }: { declineReason?: DeclineReason | null } & Record<string, unknown> = {},
) {
  const changes = platformChange(
    paymentOrders,
    and(isOrder(order), inArray(paymentOrders.state, ["created", "pending", "cancelled", "declined"])),
    { state, declineReason, updatedAt: now() },
  )
  if (changes !== 1 || order.state === state) return
  recordEvent(actor, `payment-order.${state}`, order.id, {
    before: { state: order.state },
    after: {
      state,
      [order.invoiceId ? "invoiceId" : "familyId"]: subjectOf(order),
      providerOrderId: order.providerOrderId,
      ...facts,
    },
  })
  // Of a charge to a saved account the office is told when it is given up.
  if (state === "mismatch" && order.autoChargeId === null) tellOfficeOfOrder(actor, order, "mismatch")
}

/**
 * A try goes on to be captured: from here on its money may have been taken, so that no other payment of the same debt
 * begins. In the transaction in which it was found to be due.
 */
export function beginCapture(order: PaymentOrder) {
  platformChange(paymentOrders, and(isOrder(order), ne(paymentOrders.state, "completed")), {
    state: "pending",
    updatedAt: now(),
  })
}

/** A capture was refused, and nothing was taken: the payer may try again. */
export function undoCapture(order: PaymentOrder) {
  platformChange(paymentOrders, and(isOrder(order), eq(paymentOrders.state, "pending")), {
    state: "created",
    updatedAt: now(),
  })
}

/** The person says at the provider that they do not want to pay. Only a hint: an approval that comes later still counts. */
export function cancelOrder(actor: Actor, order: PaymentOrder) {
  if (order.state === "created") transact(() => moveOrder(actor, order, "cancelled"))
}

/**
 * Tries that may have been approved while no one came back, of all schools, the longest unasked first. The older one
 * is, the less often: it is due again after a quarter of its age, at most after a day. One that the provider takes its time with, such as
 * an e-check or a payment that the school must accept there, is asked about until it has ended: it keeps its invoice from being paid.
 */
export function listOrdersToAskAbout(limit = 50): PaymentOrder[] {
  const at = now()
  return select()
    .from(paymentOrders)
    .where(
      and(
        isNotNull(paymentOrders.providerOrderId),
        or(
          and(eq(paymentOrders.state, "created"), gt(paymentOrders.createdAt, at - askMs)),
          eq(paymentOrders.state, "pending"),
        ),
        lte(
          sql`${paymentOrders.updatedAt} + min((${at} - ${paymentOrders.createdAt}) / 4, ${day})`,
          at - 60_000,
        ),
      ),
    )
    .orderBy(paymentOrders.updatedAt)
    .limit(limit)
    .all()
}

export function recordCheck(order: PaymentOrder) {
  platformChange(paymentOrders, isOrder(order), { updatedAt: now() })
}
