import { invoices } from "db/schema/money"
import { autoCharges, savedMethods } from "db/schema/money-auto-pay"
import { invoiceLinks } from "db/schema/money-links"
import { payments } from "db/schema/money-payments"
import { invoiceShares } from "db/schema/money-shares"
import { and, asc, eq, gt, ne, type SQL } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { findInvoiceOfPayer } from "../family-invoice/portal-invoices.server"
import { payerIdOf } from "../payer/payer-key.server"
import { openAmount } from "../payment/open-amount.server"
import { listTakenBack } from "../payment/taken-back.server"
import { takesAmount } from "../payment-provider/payment-provider.server"
import { chargeDay, noticeOf, titleOf } from "./auto-pay"
import { autoPayRefusal, findAutoPayRule, payeeOfMethod } from "./auto-pay-rule.server"
import type { SavedMethod } from "./find-methods.server"
import { isStillPayer, payerOf } from "./payer.server"

// What a saved account will be charged for an invoice, from the day the invoice is sent until the charge is announced.

/** The reader's own next charge of an invoice that isn't announced yet. */
export const findPlannedCharge = (actor: Actor, invoiceId: string) =>
  planned(actor, invoiceId, eq(savedMethods.memberId, actor.memberId ?? ""))

/** The same of whom an email of the invoice is for: whose its link is, or by name where the office turned links off. */
export function findPlannedChargeOf(
  actor: Actor,
  invoiceId: string,
  { linkId, name }: { linkId?: string; name: string },
) {
  const payer =
    (linkId ? find(actor, invoiceLinks, linkId) : undefined) ??
    ownRows(actor, invoiceShares, ["guardianId", "outsidePayerId"])
      .where(and(eq(invoiceShares.invoiceId, invoiceId), eq(invoiceShares.name, name)))
      .get()
  if (!payer || payer.outsidePayerId) return undefined
  return planned(actor, invoiceId, undefined, payer.guardianId)
}

function planned(actor: Actor, invoiceId: string, whose?: SQL, guardianId?: string | null) {
  const method = activeMethods(actor, invoiceId, whose).find(
    (each) => guardianId === undefined || each.guardianId === guardianId,
  )
  return method && isStillPayer(actor, method) ? chargeOf(actor, method, invoiceId) : undefined
}

/** What the office reads on an invoice: all that will be charged for it and isn't announced yet, each with who pays. */
export const listPlannedOfInvoice = (actor: Actor, invoiceId: string) =>
  activeMethods(actor, invoiceId).flatMap((method) => {
    const charge = isStillPayer(actor, method) ? chargeOf(actor, method, invoiceId) : undefined
    return charge ? [{ ...charge, guardianId: method.guardianId, payer: payerOf(actor, method).name }] : []
  })

/** The saved accounts that are charged for the invoices of an invoice's family. */
function activeMethods(actor: Actor, invoiceId: string, whose?: SQL): SavedMethod[] {
  if (autoPayRefusal(actor) !== undefined) return []
  return select({ method: savedMethods })
    .from(savedMethods)
    .innerJoin(invoices, joined(savedMethods.familyId, invoices.familyId))
    .where(
      and(
        own(actor, savedMethods),
        eq(invoices.id, invoiceId),
        eq(invoices.state, "issued"),
        eq(savedMethods.state, "active"),
        whose,
      ),
    )
    .all()
    .map((row) => row.method)
}

function chargeOf(actor: Actor, method: SavedMethod, invoiceId: string) {
  const invoice = findInvoiceOfPayer(actor, invoiceId, method)
  const claim = invoice?.own.claims.find(({ openMinor }) => openMinor > 0)
  if (!invoice || !claim || invoice.isProcessing || isBegun(actor, method, invoiceId, claim.dueOn))
    return undefined
  const { dueOn, openMinor: amountMinor } = claim
  if (!payeeOfMethod(actor, method) || !takesAmount(actor, method.provider, amountMinor)) return undefined
  if (wentBack(actor, method, invoiceId)) return undefined
  return {
    ...{
      invoiceId,
      number: invoice.number,
      amountMinor,
      account: titleOf(method),
      provider: method.provider,
    },
    chargeOn: chargeDay(dueOn, todayOf(actor), noticeOf(findAutoPayRule(actor), method)),
  }
}

/**
 * Whether money that the payer, or someone without a name, had paid of an invoice was refunded or charged back: what that leaves due isn't
 * taken from them again without their doing.
 */
export const wentBack = (
  actor: Actor,
  { guardianId }: Pick<SavedMethod, "guardianId">,
  invoiceId: string,
): boolean =>
  listTakenBack(actor, invoiceId).some(({ paymentId }) => {
    const payment = find(actor, payments, paymentId)
    const payerId = payment ? payerIdOf(payment) : null
    return payerId === null || guardianId === null || payerId === guardianId
  })

/** Whether a charge was announced, or what became of it. */
const isBegun = (actor: Actor, { id }: SavedMethod, invoiceId: string, dueOn: string): boolean =>
  select({ id: autoCharges.id })
    .from(autoCharges)
    .where(
      and(
        own(actor, autoCharges),
        eq(autoCharges.methodId, id),
        eq(autoCharges.invoiceId, invoiceId),
        eq(autoCharges.dueOn, dueOn),
        ne(autoCharges.state, "dropped"),
      ),
    )
    .limit(1)
    .get() !== undefined

/** Charges of a saved account that aren't announced yet, of unpaid invoices, in the order of their due dates. */
export function listPlannedCharges(actor: Actor, method: SavedMethod) {
  if (method.state !== "active" || autoPayRefusal(actor) !== undefined || !isStillPayer(actor, method))
    return []
  return select({ id: invoices.id })
    .from(invoices)
    .where(
      and(
        own(actor, invoices),
        eq(invoices.familyId, method.familyId),
        eq(invoices.state, "issued"),
        gt(openAmount, 0),
      ),
    )
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .limit(mostPlanned)
    .all()
    .flatMap(({ id }) => chargeOf(actor, method, id) ?? [])
}

const mostPlanned = 12
