// The family pages: what a guardian, an adult student or a child may see. Safe in the browser.
import { joinNames } from "~/utils/join-names"
import type { InvoiceState } from "../invoice/invoice"

export type PortalStudent = {
  id: string
  firstName: string
  name: string
  familyId: string
  as: "self" | "child" | "guardian"
}

/** A family whose money the person may see, and which guardian of it they are; null: the adult student themself. */
export type PortalAccount = { familyId: string; guardianId: string | null }

export type Portal = { students: PortalStudent[]; accounts: PortalAccount[]; seesMoney: boolean }

/** Who somebody is to a school: "guardian of Otis and Milo", "student". */
export function portalWords(students: readonly PortalStudent[]): string {
  const wards = students.filter(({ as }) => as === "guardian").map(({ firstName }) => firstName)
  return wards.length > 0 ? `guardian of ${joinNames(wards)}` : "student"
}

/** Money of an invoice as one person sees it, in minor units. */
export type OwnShare = {
  /** What of the invoice is theirs to pay: all of it unless it is shared; 0 when others pay. */
  shareMinor: number
  /** What of that is still open. */
  openMinor: number
}

type Shared = {
  openMinor: number
  shares: readonly { guardianId: string | null; amountMinor: number; paidMinor: number }[]
}

/**
 * One person's part of an invoice. What somebody else, or nobody by name, paid too much lowers it as well: never more
 * than the whole invoice has open.
 */
export function ownShareOf(invoice: Shared, guardianId: string | null): OwnShare {
  const mine = invoice.shares.filter((share) => share.guardianId === guardianId)
  const shareMinor = mine.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
  const paidMinor = mine.reduce((sum, share) => sum + share.paidMinor, 0)
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
