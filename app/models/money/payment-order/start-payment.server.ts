import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { findPortal } from "~/models/people/family-access/portal.server"
import { PayPalError } from "~/providers/paypal/http.server"
import { createOrder, showOrder } from "~/providers/paypal/orders.server"
import { paypalTakesAmount } from "~/providers/paypal/paypal-money"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import {
  findLinkedInvoice,
  findPortalInvoice,
  listPortalInvoices,
} from "../family-invoice/portal-invoices.server"
import { listPortalOwed } from "../family-invoice/portal-owed.server"
import type { PayRefusal } from "./payment-order"
import {
  findPayee,
  moveOrder,
  type OrderPart,
  type OrderPayer,
  openOrder,
  type PaymentOrder,
  recordProviderOrder,
  subjectOf,
} from "./payment-order.server"

export type StartedPayment =
  | { ok: true; approveUrl: string }
  /** This try was approved before, in another tab: it only has to be settled. */
  | { ok: false; reason: "already-approved"; providerOrderId: string; invoiceId: string | null }
  | { ok: false; reason: PayRefusal }

/** Why a person cannot pay what is open of their part by PayPal now; undefined when they can. */
export function payRefusalOf(
  actor: Actor,
  { openMinor, isProcessing }: { openMinor: number; isProcessing: boolean },
): PayRefusal | undefined {
  if (openMinor === 0) return "nothing-open"
  if (isProcessing) return "processing"
  if (!paypalTakesAmount(openMinor, actor.school.currency)) return "currency-not-taken"
  return findPayee(actor) ? undefined : "no-payee"
}

/** Whether families may pay a part of what is due online. */
export const takesPartPayments = (actor: Actor): boolean =>
  select({ takes: schools.takesPartPayments }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.takes ?? false

/** An amount in minor units, or what is due now of a payment plan. */
type Chosen = number | "due"

/** What is to be paid, by whom, and where the provider sends them back. */
type Attempt = {
  payer: OrderPayer
  payerId: string | null
  parts: OrderPart[]
  /** What is paid beside the invoices, minor units, and of which family where no invoice is paid. */
  besideMinor?: number
  familyId?: string
  description: string
  sellerName: string
  returnPath: string
  cancelPath: string
}

/**
 * Asks the provider for an order over what is open of the person's own part, or the amount they chose of it, to the
 * school's account, and answers where they approve it. Nothing is paid by this. A repeat asks for the same order again.
 */
export async function startInvoicePayment(
  actor: Actor,
  invoiceId: string,
  chosen?: Chosen,
): Promise<StartedPayment> {
  const invoice = findPortalInvoice(actor, invoiceId)
  if (!invoice || !actor.memberId) return { ok: false, reason: "no-invoice" }
  const payable = payableOf(actor, invoice, chosen)
  if (!payable.ok) return payable
  return start(actor, {
    payer: { memberId: actor.memberId, linkId: null },
    payerId: invoice.payerId,
    parts: [{ invoiceId, amountMinor: payable.amountMinor }],
    description: `Invoice ${invoice.number}, ${invoice.sellerName}`,
    sellerName: invoice.sellerName,
    returnPath: paths.invoicePayment(invoiceId),
    cancelPath: paths.invoicePayment(invoiceId, { cancelled: "1" }),
  })
}

/** The same for the holder of an invoice's link, who comes back to the link's page. */
export async function startLinkPayment(
  actor: Actor,
  link: { id: string; invoiceId: string; payerId: string | null; secret: string },
  chosen?: Chosen,
): Promise<StartedPayment> {
  const invoice = findLinkedInvoice(actor, link)
  if (!invoice || invoice.state === "void") return { ok: false, reason: "no-invoice" }
  const payable = payableOf(actor, invoice, chosen)
  if (!payable.ok) return payable
  return start(actor, {
    payer: { memberId: null, linkId: link.id },
    payerId: link.payerId,
    parts: [{ invoiceId: invoice.id, amountMinor: payable.amountMinor }],
    description: `Invoice ${invoice.number}, ${invoice.sellerName}`,
    sellerName: invoice.sellerName,
    returnPath: paths.payInvoiceReturn(link.secret),
    cancelPath: paths.payInvoiceReturn(link.secret, { cancelled: "1" }),
  })
}

/**
 * What "pay all" pays: the reader's open part of each invoice of one family, and what they owe on none unless a payment is being
 * processed; undefined when that is one invoice.
 */
export function payAllOf(
  rows: ReturnType<typeof listPortalInvoices>,
  owed: ReturnType<typeof listPortalOwed>,
) {
  const open = rows.filter(({ openMinor, isProcessing }) => openMinor > 0 && !isProcessing)
  const [first] = open
  const ofFamily = open.filter(({ familyId }) => familyId === first?.familyId)
  const isProcessing = rows.some((row) => row.isProcessing && row.familyId === first?.familyId)
  const beside = isProcessing ? undefined : owed.find(({ familyId }) => familyId === first?.familyId)
  const besideMinor = beside?.owedMinor ?? 0
  if (!first || (ofFamily.length < 2 && besideMinor === 0)) return undefined
  return {
    payerId: first.payerId,
    numbers: ofFamily.map(({ number }) => number),
    parts: ofFamily.map(({ id, openMinor }) => ({ invoiceId: id, amountMinor: openMinor })),
    besideMinor,
    amountMinor: ofFamily.reduce((sum, { openMinor }) => sum + openMinor, besideMinor),
  }
}

/** Asks for one order over everything that is open for the person; the first invoice is where they come back to. */
export async function startPayAll(actor: Actor): Promise<StartedPayment> {
  const { accounts } = findPortal(actor)
  const all = payAllOf(listPortalInvoices(actor, accounts), listPortalOwed(actor, accounts))
  const [first] = all?.parts ?? []
  if (!all || !first || !actor.memberId) return { ok: false, reason: "nothing-open" }
  const refusal = payRefusalOf(actor, { openMinor: all.amountMinor, isProcessing: false })
  if (refusal) return { ok: false, reason: refusal }
  return start(actor, {
    payer: { memberId: actor.memberId, linkId: null },
    payerId: all.payerId,
    parts: all.parts,
    besideMinor: all.besideMinor,
    description: `${all.numbers.length > 1 ? "Invoices" : "Invoice"} ${all.numbers.join(", ")}${all.besideMinor > 0 ? " and balance due" : ""}, ${actor.school.name}`,
    sellerName: actor.school.name,
    returnPath: paths.invoicePayment(first.invoiceId),
    cancelPath: paths.invoicePayment(first.invoiceId, { cancelled: "1" }),
  })
}

type Open = { own: { openMinor: number; dueNowMinor: number }; processing: unknown }

/** How much of an invoice is paid now: all that is open, what is due of its plan, or a chosen part where the school takes parts. */
function payableOf(
  actor: Actor,
  invoice: Open,
  chosen: Chosen | undefined,
): { ok: true; amountMinor: number } | { ok: false; reason: PayRefusal } {
  const { openMinor } = invoice.own
  const refusal = payRefusalOf(actor, { openMinor, isProcessing: invoice.processing !== null })
  if (refusal) return { ok: false, reason: refusal }
  const { dueNowMinor } = invoice.own
  const amountMinor = chosen === "due" ? dueNowMinor : (chosen ?? openMinor)
  if (amountMinor > openMinor) return { ok: false, reason: "more-than-open" }
  const isPart = amountMinor < openMinor && amountMinor !== dueNowMinor
  if (isPart && !takesPartPayments(actor)) return { ok: false, reason: "part-not-taken" }
  return paypalTakesAmount(amountMinor, actor.school.currency)
    ? { ok: true, amountMinor }
    : { ok: false, reason: "currency-not-taken" }
}

/** Opens the order and asks the provider for it, or for a new one where that has come to an end. */
export async function start(actor: Actor, attempt: Attempt): Promise<StartedPayment> {
  const payeeEmail = findPayee(actor)
  if (!payeeEmail) return { ok: false, reason: "no-payee" }
  const { payer, payerId, parts, besideMinor, familyId } = attempt
  const open = () =>
    transact(() => openOrder(actor, { ...payer, payerId, payeeEmail, familyId }, parts, besideMinor))
  try {
    return (
      (await askProvider(actor, attempt, open())) ??
      (await askProvider(actor, attempt, open())) ?? { ok: false, reason: "provider-unavailable" }
    )
  } catch (error) {
    if (!(error instanceof PayPalError)) throw error
    log.error({ err: error }, "a payment could not be started")
    return { ok: false, reason: "provider-unavailable" }
  }
}

/** Undefined when this try has come to an end at the provider, so that a new one is needed. */
async function askProvider(
  actor: Actor,
  attempt: Attempt,
  order: PaymentOrder,
): Promise<StartedPayment | undefined> {
  if (order.providerOrderId) return resume(actor, order, order.providerOrderId)
  const absolute = (path: string) => `${env().APP_URL}${path}`
  const { orderId, approveUrl } = await createOrder({
    requestId: order.id,
    amountMinor: order.amountMinor,
    currency: order.currency,
    customId: subjectOf(order),
    invoiceId: order.id,
    payeeEmail: order.payeeEmail,
    description: attempt.description,
    brandName: attempt.sellerName,
    returnUrl: absolute(attempt.returnPath),
    cancelUrl: absolute(attempt.cancelPath),
  })
  recordProviderOrder(order, orderId)
  return { ok: true, approveUrl }
}

async function resume(
  actor: Actor,
  order: PaymentOrder,
  providerOrderId: string,
): Promise<StartedPayment | undefined> {
  const providerOrder = await showOrder(providerOrderId).catch((error: unknown) => {
    if (error instanceof PayPalError && error.status === 404) return undefined
    throw error
  })
  if (providerOrder?.status === "APPROVED" || providerOrder?.status === "COMPLETED")
    return { ok: false, reason: "already-approved", providerOrderId, invoiceId: order.invoiceId }
  if (providerOrder?.approveUrl && providerOrder.status !== "VOIDED")
    return { ok: true, approveUrl: providerOrder.approveUrl }
  transact(() => moveOrder(actor, order, "cancelled", { provider: providerOrder?.status ?? "gone" }))
  return undefined
}
