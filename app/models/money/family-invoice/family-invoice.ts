// An invoice as one person of a family sees it. Safe in the browser.
import type { InvoiceState } from "../invoice/invoice"

/** Money of an invoice as one person sees it, in minor units. */
export type OwnShare = {
  /** What of the invoice is theirs to pay: all of it unless it is shared; 0 when others pay. */
  shareMinor: number
  /** What of that is still open. */
  openMinor: number
}

type Shared = {
  openMinor: number
  shares: readonly {
    guardianId: string | null
    amountMinor: number
    paidMinor: number
    creditedMinor?: number
  }[]
}

/**
 * One person's part of an invoice. What someone else, or no one by name, paid too much lowers it as well: never more
 * than the whole invoice has open.
 */
export function ownShareOf(invoice: Shared, guardianId: string | null): OwnShare {
  const mine = invoice.shares.filter((share) => share.guardianId === guardianId)
  const shareMinor = mine.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const paidMinor = mine.reduce((sum, share) => sum + share.paidMinor + (share.creditedMinor ?? 0), 0)
  return { shareMinor, openMinor: Math.max(0, Math.min(shareMinor - paidMinor, invoice.openMinor)) }
}

export type PortalInvoiceRow = OwnShare & {
  id: string
  number: string
  /** `YYYY-MM-DD` in the school's zone. */
  issuedOn: string
  dueOn: string
  state: InvoiceState
  totalMinor: number
  /** A payment of this person is on its way at the provider. */
  isProcessing: boolean
}
