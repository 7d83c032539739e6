import { families, students } from "db/schema/people"
import { offers } from "db/schema/teaching-offers"
import type { Actor } from "~/models/foundation/access/actor"
import { find } from "~/models/foundation/access/door.server"
import { acceptOffer, type OfferLink, type WriteDeposit } from "~/models/teaching/offer/answer-offer.server"
import { findLastOffer, makeOffer } from "~/models/teaching/offer/make-offer.server"
import { todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { addItemCharge } from "../charge/charge.server"
import { findInvoice } from "../invoice/invoice.server"
import { issueInvoice } from "../invoice/issue-invoice.server"
import { listOpenLinks } from "../invoice-link/invoice-link.server"
import { findWholePayer } from "../payer/payer-key.server"
import { listPayees } from "../payment-provider/payment-provider.server"

// The deposit of an offer: a charge with an invoice of its own, written when the family accepts. From then on it is an invoice like
// any other: it is paid, reminded of, voided or credited as those are, and the student is enrolled whether or not it is paid.

/** Makes an offer; one with a deposit is refused while families can't pay the school online. */
export function makeOfferWithDeposit(
  ...[actor, inquiryId, form, override]: Parameters<typeof makeOffer>
): ReturnType<typeof makeOffer> | { ok: false; reason: "no-way-to-pay" } {
  if (form.deposit && listPayees(actor).length === 0) return { ok: false, reason: "no-way-to-pay" }
  return makeOffer(actor, inquiryId, form, override)
}

/** Accepts an offer with the invoice of its deposit, to whoever accepts. `item` is what the invoice calls it. */
export const acceptWithDeposit = (
  actor: Actor,
  link: OfferLink,
  { item, ...given }: Parameters<typeof acceptOffer>[2] & { item: string },
): ReturnType<typeof acceptOffer> => acceptOffer(actor, link, given, writeDeposit(item))

const writeDeposit =
  (description: string): WriteDeposit =>
  (actor, { studentId, email, amountMinor }) => {
    const student = find(actor, students, studentId)
    const family = student && find(actor, families, student.familyId)
    if (!family) return undefined
    const { id: familyId } = family
    const day = todayOf(actor)
    const charged = addItemCharge(actor, {
      ...{ familyId, studentId, amountMinor, occurredOn: day, description },
    })
    if (!charged.ok) return undefined
    const issued = issueInvoice(actor, {
      ...{ familyId, from: day, to: day, dueOn: addDays(day, actor.school.invoiceDueDays), note: null },
      ...{ chargeIds: [charged.chargeId], unchargedSeatIds: [], payer: findWholePayer(actor, family, email) },
    })
    return issued.ok ? issued.invoiceId : undefined
  }

/**
 * What is still due of an accepted offer's deposit, in minor units, and the secret of the page that pays it, where whoever has this link
 * pays it; undefined without any.
 */
export function findDepositToPay(
  actor: Actor,
  { purpose, subjectId, email }: OfferLink,
): { openMinor: number; secret: string | null } | undefined {
  const first = purpose === "offer" ? find(actor, offers, subjectId) : undefined
  const offer = first?.state === "replaced" ? findLastOffer(actor, first.inquiryId) : first
  const invoice = offer?.invoiceId ? findInvoice(actor, offer.invoiceId) : undefined
  if (!invoice || invoice.openMinor === 0) return undefined
  const payer = findWholePayer(actor, { id: invoice.familyId, name: invoice.familyName }, email)
  const own = payer && listOpenLinks(actor, invoice.id).find(({ payerId }) => payerId === payer.payerId)
  return { openMinor: invoice.openMinor, secret: own?.secret ?? null }
}
