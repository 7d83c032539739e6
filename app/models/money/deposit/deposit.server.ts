import { charges, invoiceLines, invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { offers } from "db/schema/teaching-offers"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import {
  acceptOffer,
  firmUpOffer,
  type OfferLink,
  stallOffer,
  type WriteDeposit,
} from "~/models/teaching/offer/answer-offer.server"
import { expireOffers, findLastOffer, makeOffer } from "~/models/teaching/offer/make-offer.server"
import { todayOf } from "~/utils/clock.server"
import { laterOf } from "~/utils/dates"
import { addItemCharge, withdrawCharge } from "../charge/charge.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listUnderWay } from "../invoice/orders-under-way.server"
import { voidInvoice } from "../invoice/void-invoice.server"
import { listOpenLinks } from "../invoice-link/invoice-link.server"
import { listPayees } from "../payment-provider/payment-provider.server"

// The deposit of an offer: a charge with an invoice of its own, written when the family accepts and paid as any invoice. Where the
// school wants it, the place is only theirs once that is paid; what isn't paid until the offer ends is voided, and the place is free.

/** Makes an offer; one with a deposit is refused while families can't pay the school online. */
export function makeOfferWithDeposit(
  ...[actor, inquiryId, form, override]: Parameters<typeof makeOffer>
): ReturnType<typeof makeOffer> | { ok: false; reason: "no-way-to-pay" } {
  if (form.deposit && listPayees(actor).length === 0) return { ok: false, reason: "no-way-to-pay" }
  return makeOffer(actor, inquiryId, form, override)
}

/** Accepts an offer with the invoice of its deposit. Account credit that pays it makes the place theirs at once. */
export const acceptWithDeposit = (
  actor: Actor,
  link: OfferLink,
  given: Parameters<typeof acceptOffer>[2],
): ReturnType<typeof acceptOffer> =>
  allOrNothing(() => {
    const accepted = acceptOffer(actor, link, given, writeDeposit)
    if (accepted.ok) firmUpPaid(actor)
    return accepted
  })

const writeDeposit: WriteDeposit = (actor, { studentId, amountMinor, dueOn, studentName }) => {
  const student = find(actor, students, studentId)
  if (!student) return undefined
  const { familyId } = student
  const day = todayOf(actor)
  const charged = addItemCharge(actor, {
    ...{ familyId, studentId, amountMinor, occurredOn: day, description: `Deposit, ${studentName}` },
  })
  if (!charged.ok) return undefined
  const issued = issueInvoice(actor, {
    ...{ familyId, from: day, to: day, dueOn: laterOf(dueOn, day), note: null },
    ...{ chargeIds: [charged.chargeId], unchargedSeatIds: [] },
  })
  return issued.ok ? issued.invoiceId : undefined
}

/** What is still to pay of an offer's deposit, and the secret of the page that pays it; undefined without an open invoice. */
export function findDepositToPay(
  actor: Actor,
  { purpose, subjectId }: OfferLink,
): { openMinor: number; secret: string | null } | undefined {
  const first = purpose === "offer" ? find(actor, offers, subjectId) : undefined
  const offer = first?.state === "replaced" ? findLastOffer(actor, first.inquiryId) : first
  const invoice = offer?.invoiceId ? findInvoice(actor, offer.invoiceId) : undefined
  if (!invoice || invoice.openMinor === 0) return undefined
  return { openMinor: invoice.openMinor, secret: listOpenLinks(actor, invoice.id)[0]?.secret ?? null }
}

const listUnpaid = (actor: Actor) =>
  select()
    .from(offers)
    .where(and(own(actor, offers), eq(offers.state, "unpaid")))
    .all()

const isPaid = (actor: Actor, invoiceId: string | null): boolean =>
  invoiceId !== null && findInvoice(actor, invoiceId)?.state === "paid"

/** Enrolls everyone whose deposit is paid by now; the office is told of a place that can't be given. */
export function firmUpPaid(actor: Actor) {
  for (const { id, invoiceId } of listUnpaid(actor))
    if (isPaid(actor, invoiceId) && !firmUpOffer(actor, id).ok) stallOffer(actor, id)
}

/**
 * A few times an hour: enrolls whose deposit is paid, ends the offers whose time is over, and voids the invoices of deposits that
 * weren't paid in time. A payment that is on its way keeps its offer.
 */
export function settleOffers(actor: Actor) {
  firmUpPaid(actor)
  expireOffers(
    actor,
    ({ invoiceId }) =>
      invoiceId !== null && (isPaid(actor, invoiceId) || listUnderWay(actor, invoiceId).length > 0),
  )
  const over = select({ invoiceId: invoices.id, chargeId: charges.id })
    .from(offers)
    .innerJoin(invoices, joined(invoices, offers.invoiceId))
    .innerJoin(invoiceLines, joined(invoiceLines.invoiceId, invoices.id))
    .innerJoin(charges, joined(charges, invoiceLines.chargeId))
    .where(
      and(
        own(actor, offers),
        inArray(offers.state, ["expired", "withdrawn", "replaced"]),
        eq(offers.isFirmWhenPaid, true),
        eq(invoices.state, "issued"),
      ),
    )
    .all()
  for (const { invoiceId, chargeId } of over)
    allOrNothing(() => {
      if (isPaid(actor, invoiceId)) return { ok: false }
      const voided = voidInvoice(actor, { invoiceId, reason: "The deposit wasn’t paid in time" })
      return voided.ok ? withdrawCharge(actor, chargeId, "The deposit wasn’t paid in time") : voided
    })
}
