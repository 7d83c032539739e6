import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import {
  isNotPermitted,
  type PaymentProvider,
  ProviderError,
  type ProviderName,
} from "~/providers/payment-provider"
import type { PayRefusal } from "~/texts/money/refusals"
import { env } from "~/utils/env.server"
import { log } from "~/utils/log.server"
import { paths } from "~/utils/paths"
import { platformWay } from "~/utils/payment-providers"
import { listPortalOwed, owedByReader } from "../family-invoice/portal-charges.server"
import {
  findLinkedInvoice,
  findPortalInvoice,
  listPortalInvoices,
} from "../family-invoice/portal-invoices.server"
import type { PayWay } from "../payment-provider/payment-provider"
import {
  findPayeeAt,
  isPractice,
  listPayees,
  requireProvider,
} from "../payment-provider/payment-provider.server"
import { keepNewest } from "./close-pages.server"
import {
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
  /** This try was approved before, in another tab, or perhaps, as it can't be asked about now: it only has to be settled. */
  | { ok: false; reason: "already-approved"; providerOrderId: string; invoiceId: string | null }
  | { ok: false; reason: PayRefusal }

/** What is open without what is on its way. */
type Payable = { openMinor: number; isProcessing: boolean }

/** Through whom a person can pay what is open of their part now, or why they can't. */
export function waysToPay(
  actor: Actor,
  { openMinor, isProcessing }: Payable,
): { ways: PayWay[]; refusal: PayRefusal | null } {
  const refused = (refusal: PayRefusal) => ({ ways: [], refusal })
  if (openMinor === 0) return refused(isProcessing ? "processing" : "nothing-open")
  const payees = listPayees(actor)
  if (payees.length === 0) return refused("no-payee")
  const ways = payees.flatMap((payee) =>
    requireProvider(actor, payee).takes(openMinor, actor.school.currency)
      ? { provider: payee.provider, isPractice: isPractice(actor, payee.provider) }
      : [],
  )
  return ways.length > 0 ? { ways, refusal: null } : refused("currency-not-taken")
}

/** Why a person cannot pay that through one provider; undefined when they can. */
function payRefusalOf(
  actor: Actor,
  payable: Payable,
  way: ProviderName = platformWay,
): PayRefusal | undefined {
  const { ways, refusal } = waysToPay(actor, payable)
  if (refusal) return refusal
  return ways.some(({ provider }) => provider === way)
    ? undefined
    : findPayeeAt(actor, way)
      ? "currency-not-taken"
      : "no-payee"
}

/** Whether families may pay a part of what is due online. */
export const takesPartPayments = (actor: Actor): boolean =>
  select({ takes: schools.takesPartPayments }).from(schools).where(eq(schools.id, actor.school.id)).get()
    ?.takes ?? false

/** An amount in minor units, or what is due now of a payment plan. */
type Chosen = number | "due"

/** How an invoice is paid: through whom, and how much of what is open. */
export type HowPaid = { way?: ProviderName; chosen?: Chosen }

/** What is to be paid, by whom, and where the provider sends them back. */
type Attempt = {
  way: ProviderName
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
  { way = platformWay, chosen }: HowPaid = {},
): Promise<StartedPayment> {
  const invoice = findPortalInvoice(actor, invoiceId)
  if (!invoice || !actor.memberId) return { ok: false, reason: "no-invoice" }
  const payable = payableOf(actor, invoice, { way, chosen })
  if (!payable.ok) return payable
  return start(actor, {
    way,
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
  { way = platformWay, chosen }: HowPaid = {},
): Promise<StartedPayment> {
  const invoice = findLinkedInvoice(actor, link)
  if (!invoice || invoice.state === "void") return { ok: false, reason: "no-invoice" }
  const payable = payableOf(actor, invoice, { way, chosen })
  if (!payable.ok) return payable
  return start(actor, {
    way,
    payer: { memberId: null, linkId: link.id },
    payerId: link.payerId,
    parts: [{ invoiceId: invoice.id, amountMinor: payable.amountMinor }],
    description: `Invoice ${invoice.number}, ${invoice.sellerName}`,
    sellerName: invoice.sellerName,
    returnPath: paths.payInvoiceReturn(link.secret),
    cancelPath: paths.payInvoiceReturn(link.secret, { cancelled: "1" }),
  })
}

type Rows = ReturnType<typeof listPortalInvoices>

/**
 * What "pay all" pays: the reader's open part of each invoice of one family, and what they owe on none unless a payment is being
 * processed; undefined when that is one invoice.
 */
export function payAllOf(rows: Rows, owed: ReturnType<typeof listPortalOwed>) {
  const open = rows.filter(({ openMinor }) => openMinor > 0)
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

/** Why there is nothing of that kind to pay: on a page that was opened before another payment. */
const whatIsLeft = (isMore: boolean, isProcessing: boolean): PayRefusal =>
  isMore ? "changed" : isProcessing ? "processing" : "all-paid"

const isSomeOpen = (rows: Rows) => rows.some(({ openMinor }) => openMinor > 0)

/** Whether money for some invoice, or for what is owed on none, is on its way. */
const isSomeProcessing = (actor: Actor, accounts: readonly PortalAccount[], rows: Rows): boolean =>
  rows.some(({ isProcessing }) => isProcessing) ||
  accounts.some((account) => owedByReader(actor, account).underWayMinor > 0)

/** Asks for one order over everything that is open for the person; the first invoice is where they come back to. */
export async function startPayAll(actor: Actor, way: ProviderName = platformWay): Promise<StartedPayment> {
  const { accounts } = findPortal(actor)
  const rows = listPortalInvoices(actor, accounts)
  const owed = listPortalOwed(actor, accounts)
  const all = payAllOf(rows, owed)
  const [first] = all?.parts ?? []
  if (!all || !first || !actor.memberId) {
    const isMore = isSomeOpen(rows) || payOwedOf(rows, owed) !== undefined
    return { ok: false, reason: whatIsLeft(isMore, isSomeProcessing(actor, accounts, rows)) }
  }
  const refusal = payRefusalOf(actor, { openMinor: all.amountMinor, isProcessing: false }, way)
  if (refusal) return { ok: false, reason: refusal }
  return start(actor, {
    way,
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
  { way, chosen }: Required<Pick<HowPaid, "way">> & HowPaid,
): { ok: true; amountMinor: number } | { ok: false; reason: PayRefusal } {
  const { openMinor } = invoice.own
  const refusal = payRefusalOf(actor, { openMinor, isProcessing: invoice.processing !== null }, way)
  if (refusal) return { ok: false, reason: refusal }
  const { dueNowMinor } = invoice.own
  const amountMinor = chosen === "due" ? dueNowMinor : (chosen ?? openMinor)
  if (amountMinor > openMinor) return { ok: false, reason: "more-than-open" }
  const isPart = amountMinor < openMinor && amountMinor !== dueNowMinor
  if (isPart && !takesPartPayments(actor)) return { ok: false, reason: "part-not-taken" }
  const refusedPart = payRefusalOf(actor, { openMinor: amountMinor, isProcessing: false }, way)
  return refusedPart ? { ok: false, reason: refusedPart } : { ok: true, amountMinor }
}

/** Opens the order and asks the provider for it, or for a new one where that has come to an end. */
async function start(actor: Actor, attempt: Attempt): Promise<StartedPayment> {
  const payee = findPayeeAt(actor, attempt.way)
  if (!payee) return { ok: false, reason: "no-payee" }
  const provider = requireProvider(actor, payee)
  const { payer, payerId, parts, besideMinor, familyId } = attempt
  const open = () =>
    transact(() =>
      openOrder(
        actor,
        { ...payer, payerId, ...payee, familyId, pageMs: provider.pageMs },
        parts,
        besideMinor,
      ),
    )
  try {
    return (
      (await askProvider(actor, provider, attempt, open())) ??
      (await askProvider(actor, provider, attempt, open())) ?? { ok: false, reason: "provider-unavailable" }
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    if (provider.isAboutAmount(error)) return { ok: false, reason: "currency-not-taken" }
    log.error({ err: error }, "a payment could not be started")
    return { ok: false, reason: isNotPermitted(error) ? "not-permitted" : "provider-unavailable" }
  }
}

/** Undefined when this try has come to an end at the provider, so that a new one is needed. */
async function askProvider(
  actor: Actor,
  provider: PaymentProvider,
  attempt: Attempt,
  order: PaymentOrder,
): Promise<StartedPayment | undefined> {
  if (order.providerOrderId) return resume(actor, provider, order, order.providerOrderId)
  const absolute = (path: string) => `${env().APP_URL}${path}`
  const { orderId, approveUrl } = await beginOrder(actor, provider, order, {
    requestId: order.id,
    openUntil: order.createdAt + provider.pageMs,
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
  const later = await keepNewest(actor, order)
  if (later?.providerOrderId)
    return resume(actor, requireProvider(actor, later), later, later.providerOrderId)
  return { ok: true, approveUrl }
}

/** One that failed at the provider is given up where another press would only hear the same again: no payer was sent there. */
async function beginOrder(
  actor: Actor,
  provider: PaymentProvider,
  order: PaymentOrder,
  asked: Parameters<PaymentProvider["begin"]>[0],
) {
  try {
    return await provider.begin(asked)
  } catch (error) {
    if (error instanceof ProviderError && error.status >= 500 && provider.remembersFailures)
      transact(() => moveOrder(actor, order, "cancelled", { provider: error.issue ?? error.code }))
    throw error
  }
}

async function resume(
  actor: Actor,
  provider: PaymentProvider,
  order: PaymentOrder,
  providerOrderId: string,
): Promise<StartedPayment | undefined> {
  const providerOrder = await provider.show(providerOrderId).catch((error: unknown) => {
    if (!(error instanceof ProviderError)) throw error
    // Who may have paid there isn't told that they weren't charged.
    return error.status === 404 ? undefined : ("unanswered" as const)
  })
  if (
    providerOrder === "unanswered" ||
    providerOrder?.status === "APPROVED" ||
    providerOrder?.status === "COMPLETED"
  )
    return { ok: false, reason: "already-approved", providerOrderId, invoiceId: order.invoiceId }
  if (providerOrder?.approveUrl && providerOrder.status !== "VOIDED")
    return { ok: true, approveUrl: providerOrder.approveUrl }
  transact(() => moveOrder(actor, order, "cancelled", { provider: providerOrder?.status ?? "gone" }))
  return undefined
}

// What a family owes on no invoice, paid online by itself. It becomes account credit, which makes up for the debt; paid twice at the
// same instant, the second stays account credit.

/** What the reader owes a family's school on no invoice and can pay by itself: nothing while another payment is being processed. */
export const payOwedOf = (rows: Rows, owed: ReturnType<typeof listPortalOwed>) =>
  owed.find(({ familyId }) => !rows.some((row) => row.isProcessing && row.familyId === familyId))

/** Asks for an order over what is owed on no invoice, and nothing else. */
export async function startPayOwed(actor: Actor, way: ProviderName = platformWay): Promise<StartedPayment> {
  const { accounts } = findPortal(actor)
  const rows = listPortalInvoices(actor, accounts)
  const owed = payOwedOf(rows, listPortalOwed(actor, accounts))
  const account = accounts.find(({ familyId }) => familyId === owed?.familyId)
  if (!owed || !account || !actor.memberId) {
    const isProcessing = isSomeProcessing(actor, accounts, rows)
    return { ok: false, reason: whatIsLeft(isSomeOpen(rows) && !isProcessing, isProcessing) }
  }
  const refusal = payRefusalOf(actor, { openMinor: owed.owedMinor, isProcessing: false }, way)
  if (refusal) return { ok: false, reason: refusal }
  return start(actor, {
    way,
    payer: { memberId: actor.memberId, linkId: null },
    payerId: account.guardianId,
    parts: [],
    besideMinor: owed.owedMinor,
    familyId: owed.familyId,
    description: `Balance due, ${actor.school.name}`,
    sellerName: actor.school.name,
    returnPath: paths.balancePayment(),
    cancelPath: paths.balancePayment({ cancelled: "1" }),
  })
}
