import { families, students } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { offers } from "db/schema/teaching-offers"
import { and, eq, gt } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { find, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import { listNewestLinks, tokenOf } from "~/models/foundation/one-time-link/one-time-link.server"
import type { EnrollmentForm, FormChanges, SpotOffer } from "~/models/people/enrollment-form/enrollment-form"
import { findForm, saveForm } from "~/models/people/enrollment-form/enrollment-form.server"
import { confirmInquiry, type DraftState, findClassWish } from "~/models/people/inquiry/inquiry-draft.server"
import { listWithFreeSpots } from "~/models/teaching/class-list/class-list.server"
import { acceptOffer, type OfferLink, type WriteDeposit } from "~/models/teaching/offer/answer-offer.server"
import { findLastOffer, makeOffer } from "~/models/teaching/offer/make-offer.server"
import { daysAtOnce, mostAtOnce } from "~/models/teaching/offer/offer"
import { now, todayOf } from "~/utils/clock.server"
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

// A form of the public page that offers the spot it was asked for: an offer like any other, made once the visitor has confirmed their
// email, so that they accept it and pay its deposit without waiting for the office.

/** Saves a form; one that asks a deposit is refused while families can't pay the school online. */
export const saveFormWithDeposit = (
  actor: Actor,
  formId: string,
  form: FormChanges,
): ReturnType<typeof saveForm> | { ok: false; reason: "no-way-to-pay" } =>
  form.spot && !spotOf(actor, form) ? { ok: false, reason: "no-way-to-pay" } : saveForm(actor, formId, form)

/** What a form offers of itself; nothing while the deposit it asks can't be paid online. */
export const spotOf = (
  actor: Actor,
  { spot = null }: Partial<Pick<EnrollmentForm, "spot">>,
): SpotOffer | null => (spot?.depositMinor && listPayees(actor).length === 0 ? null : spot)

type Wish = NonNullable<ReturnType<typeof findClassWish>> & { spot: SpotOffer }

/** The class whose spot a link that confirms is offered, and how; undefined where its form offers none. */
export function findSpotWish(actor: Actor, token: string): Wish | undefined {
  const wish = findClassWish(actor, token)
  const form = wish && findForm(actor, wish.formId)
  const spot = form && !form.isArchived ? spotOf(actor, form) : null
  return wish && spot ? { ...wish, spot } : undefined
}

/**
 * Confirms a request and offers the spot it asks for, where one is free. Answers the token of the offer's page; without one the request
 * waits for the office like any other.
 */
export function confirmWithSpot(
  actor: Actor,
  token: string,
  wish: Wish,
): { ok: true; state: DraftState | undefined; offerToken: string | undefined } {
  return allOrNothing(() => {
    let offerToken: string | undefined
    const state = confirmInquiry(actor, token, (inquiryId, { email }) => {
      offerToken = offer(actor, inquiryId, email, wish)
      return offerToken ? "receipt" : "none"
    })
    return { ok: true, state, offerToken } as const
  })
}

/** Offers the spot from the next lesson on, or answers the page where it is offered to the same student already. */
function offer(actor: Actor, inquiryId: string, email: string, { classId, spot }: Wish): string | undefined {
  const held = listHeld(actor, email)
  const theirs = held.find((one) => one.inquiryId === inquiryId)
  // What the office has offered them since stands, and the office reads that they asked again.
  if (theirs) return theirs.classId === classId ? pageOf(theirs.id) : undefined
  // A free spot of which no one on the waiting list comes first.
  if (held.length >= mostAtOnce || !listWithFreeSpots(actor).some(({ id }) => id === classId))
    return undefined
  const day = todayOf(actor)
  const made = makeOfferWithDeposit(actor, inquiryId, {
    ...{ classId, date: addDays(day, 1), answerBy: addDays(day, daysAtOnce) },
    ...{ minutes: 0, billing: "per_session", documents: [], by: "The public page" },
    deposit: spot.depositMinor ?? undefined,
  })
  const last = made.ok ? findLastOffer(actor, inquiryId) : undefined
  return last && pageOf(last.id)
}

function pageOf(offerId: string): string | undefined {
  const link = listNewestLinks("offer", [offerId]).get(offerId)
  return link && tokenOf(link.id)
}

/** The offers that stand and were made to an email. */
const listHeld = (actor: Actor, email: string) =>
  select(columns(offers, "id", "classId", "inquiryId"))
    .from(offers)
    .innerJoin(inquiries, joined(inquiries, offers.inquiryId))
    .where(
      and(
        own(actor, offers),
        eq(inquiries.email, email),
        eq(offers.state, "open"),
        gt(offers.expiresAt, now()),
      ),
    )
    .all()
