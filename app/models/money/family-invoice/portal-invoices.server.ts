import { invoices } from "db/schema/money"
import { paymentOrderParts, paymentOrders } from "db/schema/money-payments"
import { and, eq, inArray, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select } from "~/models/foundation/access/door.server"
import { among, joined } from "~/models/foundation/access/own.server"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import type { ProviderName } from "~/providers/payment-provider"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { claimsOf } from "../installment/installment"
import { listInstallmentsOf } from "../installment/plans.server"
import { findInvoice } from "../invoice/invoice.server"
import { listInvoicesOf } from "../invoice/list-invoices.server"
import { findDeclined, isUnderWay } from "../invoice/orders-under-way.server"
import { listUnseen } from "../invoice/unseen-invoices.server"
import { listFamilyShares } from "../payer/family-shares.server"
import { payerOf } from "../payer/payer-key.server"
import { paysAllOf, paysWhole } from "../payer/shared-account.server"
import { findPayment } from "../payment/payment.server"
import { isForReader, ownDueOf, type PortalInvoiceRow, wholeDueOf, withoutUnderWay } from "./family-invoice"

// Payments of invoices that a provider holds, as someone who pays those invoices sees them.

/** Who may have a payment on its way: a person by their membership, a payer by name, the holder of a link, anyone of a family. */
type PayerKeys = {
  memberId?: string | null
  payerIds: readonly (string | null)[]
  linkId?: string
  familyIds?: readonly string[]
}

/** An amount in minor units, since when (UTC ms), whether the payer pays it, and through whom. */
type Processing = { amountMinor: number; since: number; isOwn: boolean; provider: ProviderName }

/**
 * What of an invoice is under way at the provider, together: the payer's, and that of someone else of their families where all of the
 * account is the reader's to pay, too.
 */
function processingInvoices(
  actor: Actor,
  { memberId, payerIds, linkId, familyIds = [] }: PayerKeys,
): (invoiceId: string, isWhole?: boolean) => Processing | null {
  const pending = pendingQuery.all(actor, {
    memberId: memberId ?? null,
    linkId: linkId ?? null,
    payerIds: JSON.stringify(payerIds.filter((id) => id !== null)),
    familyIds: JSON.stringify(familyIds),
  })
  const ofInvoice = groupBy(
    pending
      .sort((a, b) => Number(b.isOwn) - Number(a.isOwn))
      .map(({ invoiceId, amountMinor, partOf, partMinor, ...order }) => ({
        id: partOf ?? invoiceId,
        processing: { ...order, amountMinor: partMinor ?? amountMinor },
      })),
    ({ id }) => id,
  )
  return (invoiceId, isWhole = false) => {
    const shown = (ofInvoice.get(invoiceId) ?? []).filter(({ processing }) => processing.isOwn || isWhole)
    const amountMinor = shown.reduce((sum, { processing }) => sum + processing.amountMinor, 0)
    return shown[0] ? { ...shown[0].processing, amountMinor } : null
  }
}

const pendingQuery = query(
  (
    p: Params<{ memberId: string | null; linkId: string | null; payerIds: string; familyIds: string }>,
    own,
  ) => {
    // What isn't given is null, which equals nothing.
    const isOwn = or(
      eq(paymentOrders.memberId, p.memberId),
      eq(paymentOrders.linkId, p.linkId),
      among(paymentOrders.guardianId, p.payerIds),
      among(paymentOrders.outsidePayerId, p.payerIds),
    )
    const isOfFamilies = sql`exists (select 1 from ${invoices} where ${own(invoices)}
    and ${invoices.id} = coalesce(${paymentOrderParts.invoiceId}, ${paymentOrders.invoiceId})
    and ${among(invoices.familyId, p.familyIds)})`
    return select({
      isOwn: sql<number>`coalesce(${isOwn}, 0)`.mapWith(Boolean),
      invoiceId: paymentOrders.invoiceId,
      amountMinor: paymentOrders.amountMinor,
      partOf: paymentOrderParts.invoiceId,
      partMinor: paymentOrderParts.amountMinor,
      since: paymentOrders.createdAt,
      provider: paymentOrders.provider,
    })
      .from(paymentOrders)
      .leftJoin(paymentOrderParts, joined(paymentOrderParts.orderId, paymentOrders.id))
      .where(and(own(paymentOrders), isUnderWay(), or(isOwn, isOfFamilies)))
  },
)

// Invoices as a family reads them: issued and void ones only, each with what is the reader's to pay: their part where payers divide
// the account's invoices, else all of it, and nothing where others pay; without what is on its way. Those of a run whose emails wait aren't there yet.

/**
 * Open ones first by due date, then the rest, newest first. Empty for someone who may see no money. A page that has read
 * the reader's accounts passes them on.
 */
export function listPortalInvoices(
  actor: Actor,
  accounts: readonly PortalAccount[] = findPortal(actor).accounts,
): PortalInvoiceRow[] {
  const processing = processingInvoices(actor, {
    memberId: actor.memberId,
    payerIds: accounts.map(({ guardianId }) => guardianId),
    familyIds: accounts.map(({ familyId }) => familyId),
  })
  const day = todayOf(actor)
  return accounts
    .flatMap((account) => {
      const { familyId, guardianId } = account
      const shares = groupBy(listFamilyShares(actor, familyId), ({ invoiceId }) => invoiceId)
      const rows = listInvoicesOf(actor, familyId)
      const owners = rows.map(({ payerId }) => payerId)
      const isWhole = paysAllOf(actor, account, { shares: [...shares.values()], owners })
      const unseen = listUnseen(
        actor,
        rows.map(({ id }) => id),
      )
      const unpaid = rows.filter(({ openMinor }) => openMinor > 0).map(({ id }) => id)
      const plans = listInstallmentsOf(actor, unpaid)
      return rows.flatMap(({ id, number, issuedOn, state, dueOn, totalMinor, openMinor, ...invoice }) => {
        if (!number || !issuedOn || unseen.has(id) || !isForReader(invoice, guardianId)) return []
        const claims = claimsOf({ dueOn, openMinor }, plans.get(id) ?? [])
        const all = isWhole
          ? wholeDueOf({ totalMinor, openMinor, claims }, day)
          : ownDueOf({ openMinor, claims, shares: shares.get(id) ?? [] }, guardianId, day)
        const underWay = processing(id, isWhole)
        const own = withoutUnderWay(all, underWay?.amountMinor ?? 0, day)
        const processingMinor = all.openMinor - own.openMinor
        const nextOn = own.claims[0]?.dueOn ?? dueOn
        const facts = { id, familyId, payerId: guardianId, number, issuedOn, state, totalMinor }
        const paying = { isProcessing: underWay !== null, processingMinor }
        return [{ ...facts, ...own, ...paying, wholeOpenMinor: openMinor - processingMinor, dueOn: nextOn }]
      })
    })
    .sort((a, b) => {
      if (a.openMinor > 0 !== b.openMinor > 0) return a.openMinor > 0 ? -1 : 1
      return a.openMinor > 0 ? a.dueOn.localeCompare(b.dueOn) : b.issuedOn.localeCompare(a.issuedOn)
    })
}

/** One invoice with the reader's own part, or undefined when it is a draft, another family's, or money is not theirs to see. */
export function findPortalInvoice(actor: Actor, invoiceId: string) {
  const invoice = findInvoice(actor, invoiceId)
  const account = findPortal(actor).accounts.find(({ familyId }) => familyId === invoice?.familyId)
  if (!account || !invoice?.number || !invoice.issuedOn) return undefined
  if (!isForReader(invoice, account.guardianId) || listUnseen(actor, [invoice.id]).size > 0) return undefined
  const { number, issuedOn } = invoice
  const day = todayOf(actor)
  const isWhole = paysWhole(actor, account)
  const { familyId, guardianId } = account
  const processing = processingInvoices(actor, {
    ...{ memberId: actor.memberId, payerIds: [guardianId], familyIds: [familyId] },
  })(invoice.id, isWhole)
  const own = isWhole ? wholeDueOf(invoice, day) : ownDueOf(invoice, account.guardianId, day)
  return {
    ...invoice,
    number,
    issuedOn,
    payerId: account.guardianId,
    isWhole,
    own: withoutUnderWay(own, processing?.amountMinor ?? 0, day),
    processing,
    declined: own.openMinor > 0 && !processing ? findDeclined(actor, invoice.id, actor) : null,
  }
}

/** An issued invoice with one payer's part of it, for what is done in their name; undefined for any other. */
export function findInvoiceOfPayer(
  actor: Actor,
  invoiceId: string,
  { memberId, guardianId }: { memberId: string; guardianId: string | null },
) {
  const invoice = findInvoice(actor, invoiceId)
  if (!invoice?.number || invoice.state === "void") return undefined
  const { number } = invoice
  const processing = processingInvoices(actor, { memberId, payerIds: [guardianId] })
  return {
    ...invoice,
    number,
    own: ownDueOf(invoice, guardianId, todayOf(actor)),
    isProcessing: processing(invoice.id) !== null,
  }
}

/**
 * A payment for one of the reader's invoices, or undefined: an opening balance is none, and of other payers only that they paid
 * is theirs to know. What went to invoices that aren't theirs to see is one sum.
 */
export function findPortalPayment(actor: Actor, paymentId: string) {
  const payment = findPayment(actor, paymentId)
  const account = findPortal(actor).accounts.find(({ familyId }) => familyId === payment?.familyId)
  if (!account || !payment || payment.isOpening) return undefined
  if (payment.payerId && payment.payerId !== account.guardianId) return undefined
  const invoiceIds = payment.allocations.map(({ invoiceId }) => invoiceId)
  const theirs = new Set(
    ownRows(actor, invoices, { id: invoices.id, payerId: payerOf(invoices) })
      .where(inArray(invoices.id, invoiceIds))
      .all()
      .flatMap((invoice) => (isForReader(invoice, account.guardianId) ? invoice.id : [])),
  )
  if (invoiceIds.length > 0 && theirs.size === 0) return undefined
  const unseen = listUnseen(actor, invoiceIds)
  const isShown = ({ invoiceId }: { invoiceId: string }) => theirs.has(invoiceId) && !unseen.has(invoiceId)
  const others = payment.allocations.filter((part) => !isShown(part))
  return {
    ...payment,
    allocations: payment.allocations.filter(isShown),
    othersMinor: others.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
}

/** The one invoice a link opens, with its payer's own part: none of it once it is void. */
export function findLinkedInvoice(
  actor: Actor,
  link: { id: string; invoiceId: string; payerId: string | null },
) {
  const invoice = findInvoice(actor, link.invoiceId)
  if (!invoice?.number || !invoice.issuedOn) return undefined
  const { number, issuedOn } = invoice
  const { payerId } = link
  const processing = processingInvoices(actor, { payerIds: [payerId], linkId: link.id })(invoice.id)
  const day = todayOf(actor)
  const own = ownDueOf(invoice, payerId, day)
  return {
    ...invoice,
    number,
    issuedOn,
    payerId,
    own: withoutUnderWay(own, processing?.amountMinor ?? 0, day),
    processing,
    declined: own.openMinor > 0 && !processing ? findDeclined(actor, invoice.id, { linkId: link.id }) : null,
  }
}
