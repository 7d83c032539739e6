// An invoice as one person of a family sees it. Safe in the browser.
import { type Claim, claimsOfPayer, dueBy, dueNow } from "../installment/installment"
import type { InvoiceState } from "../invoice/invoice"
import { openParts, withCredit } from "../payer/open-parts"
import { divideMoney } from "../payer/split"

/** Money of an invoice as one person sees it, in minor units. */
export type OwnShare = {
  /** What of the invoice is theirs to pay: all of it unless it is shared; 0 when others pay. */
  shareMinor: number
  /** What of that is still open. */
  openMinor: number
}

/** An invoice of one payer's own is only theirs to see. */
export const isForReader = (invoice: { payerId: string | null }, readerId: string | null): boolean =>
  invoice.payerId === null || invoice.payerId === readerId

type Shared = {
  openMinor: number
  shares: readonly {
    payerId: string | null
    amountMinor: number
    paidMinor: number
    creditedMinor?: number
  }[]
}

/**
 * One person's part of an invoice. What someone else paid too much, or no one by name paid, lowers it as well: the open parts
 * of all payers together are what is open of the invoice.
 */
export function ownShareOf(invoice: Shared, payerId: string | null): OwnShare {
  const open = openParts(invoice.shares, invoice.openMinor)
  const mine = invoice.shares.flatMap((share, index) =>
    share.payerId === payerId ? [{ shareMinor: share.amountMinor, openMinor: open[index] ?? 0 }] : [],
  )
  const sumOf = (key: keyof OwnShare) => mine.reduce((sum, part) => sum + part[key], 0)
  return { shareMinor: sumOf("shareMinor"), openMinor: sumOf("openMinor") }
}

/** One person's part, and when it is due: an installment of a plan by its own day. */
type OwnDue = OwnShare & {
  claims: Claim[]
  /** What is asked for now: all of it, or what is due by today or next. */
  dueNowMinor: number
  overdueMinor: number
}

/** The same with the days on which it is due. */
export function ownDueOf(
  invoice: Shared & { claims: readonly Claim[] },
  payerId: string | null,
  today: string,
): OwnDue {
  const own = ownShareOf(invoice, payerId)
  const claims = claimsOfPayer(invoice.claims, invoice.shares, payerId)
  return dueOf(own, claims, today)
}

/** The same of a whole invoice, for a reader of an account that no payers divide. */
export function wholeDueOf(
  { totalMinor, openMinor, claims }: { totalMinor: number; openMinor: number; claims: readonly Claim[] },
  today: string,
): OwnDue {
  return dueOf({ shareMinor: totalMinor, openMinor }, claims, today)
}

function dueOf(own: OwnShare, claims: readonly Claim[], today: string): OwnDue {
  const overdue = claims.filter(({ dueOn }) => dueOn < today)
  return {
    ...own,
    claims: [...claims],
    dueNowMinor: dueNow(claims, today),
    overdueMinor: dueBy(overdue, today),
  }
}

/** What is left to pay once a payment on its way has arrived: it settles what is due first. */
export function withoutUnderWay(own: OwnDue, underWayMinor: number, today: string): OwnDue {
  let left = Math.min(underWayMinor, own.openMinor)
  const openMinor = own.openMinor - left
  const claims = own.claims.flatMap((claim) => {
    const taken = Math.min(left, claim.openMinor)
    left -= taken
    return taken < claim.openMinor ? [{ ...claim, openMinor: claim.openMinor - taken }] : []
  })
  return dueOf({ shareMinor: own.shareMinor, openMinor }, claims, today)
}

type Planned = {
  installments: readonly { position: number; dueOn: string; amountMinor: number; openMinor: number }[]
  shares: readonly unknown[]
  own: OwnDue
}

/** The installments as one person pays them; where payers share the invoice, what is open of their part. */
export function ownInstallments({ installments, shares, own }: Planned) {
  if (shares.length < 2) return [...installments]
  return own.claims.flatMap(({ position, dueOn, openMinor }) =>
    position === null ? [] : [{ position, dueOn, openMinor, amountMinor: openMinor }],
  )
}

type Paid = {
  /** Not behind a link, which is one payer's. */
  isWhole?: boolean
  payerId: string | null
  payments: readonly {
    paymentId: string
    payerId: string | null
    amountMinor: number
    receivedOn: string
    isOpening: boolean
    isVoucher: boolean
  }[]
}

/** Payments that a reader may know of: by others only where all of it is theirs to pay as well. */
export const readPayments = <Payment extends { payerId: string | null }>({
  isWhole,
  payerId: readerId,
  payments,
}: Pick<Paid, "isWhole" | "payerId"> & { payments: readonly Payment[] }) =>
  payments.flatMap((payment) => {
    const isOwn = payment.payerId === null || payment.payerId === readerId
    return isOwn || isWhole ? [{ ...payment, isOwn }] : []
  })

/** What a reader sees paid of an invoice, and never how someone else paid. */
export const shownPayments = (invoice: Paid) =>
  readPayments(invoice).map(({ paymentId, isOwn, amountMinor, receivedOn, isOpening, isVoucher }) => ({
    paymentId: isOwn ? paymentId : null,
    ...{ amountMinor, receivedOn, isOpening, isVoucher },
  }))

type Corrected = Shared & {
  isWhole?: boolean
  payerId: string | null
  credits: readonly { creditNoteId: string; number: string; isOwn: boolean; amountMinor: number }[]
  writeOffs: readonly { amountMinor: number }[]
}

/**
 * What a reader sees credited and written off of an invoice. Where payers share it, their part: of a credit note like the shares, of
 * what was written off what they hadn't paid. Credit from elsewhere settles it like a payment, and is shown whole.
 */
export function shownCredits({ isWhole, payerId, shares, openMinor, credits, writeOffs }: Corrected) {
  const index = shares.findIndex((share) => share.payerId === payerId)
  const isShared = !isWhole && shares.length > 1 && index >= 0
  let creditedMinor = 0
  const creditedOf = (minor: number) => withCredit(shares, minor)[index]?.creditedMinor ?? 0
  const notes = credits.map(({ creditNoteId, number, isOwn, amountMinor }) => {
    if (!isShared || !isOwn) return { creditNoteId, number, isPart: false, amountMinor }
    const before = creditedOf(creditedMinor)
    creditedMinor += amountMinor
    return { creditNoteId, number, isPart: true, amountMinor: creditedOf(creditedMinor) - before }
  })
  const writtenOffMinor = writeOffs.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const unpaid = openParts(withCredit(shares, creditedMinor), openMinor + writtenOffMinor)
  const written = writeOffs.map(({ amountMinor }) => ({
    creditNoteId: null,
    number: null,
    isPart: isShared,
    amountMinor: isShared ? (divideMoney(amountMinor, unpaid)[index] ?? 0) : amountMinor,
  }))
  return [...notes, ...written].filter(({ amountMinor }) => amountMinor !== 0)
}

export type PortalInvoiceRow = OwnDue & {
  id: string
  familyId: string
  /** As whom the reader pays it. */
  payerId: string | null
  number: string
  /** `YYYY-MM-DD` in the school's zone. */
  issuedOn: string
  dueOn: string
  state: InvoiceState
  totalMinor: number
  /** What is open of the whole invoice; more than the reader's part where payers divide it. */
  wholeOpenMinor: number
  /** A payment of this person, or of another who pays the whole account, is on its way at the provider. */
  isProcessing: boolean
  /** How much of it; what is open is without that. */
  processingMinor: number
}
