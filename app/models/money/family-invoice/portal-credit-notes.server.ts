import type { Actor } from "~/models/foundation/access/actor"
import type { PortalAccount } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findCreditNote, listFamilyCreditNotes } from "../credit-note/credit-notes.server"
import { isForReader } from "./family-invoice"

// Credit notes as a family reads them.

/** Newest first. Empty for someone who may see no money. */
export const listPortalCreditNotes = (
  actor: Actor,
  accounts: readonly PortalAccount[] = findPortal(actor).accounts,
) =>
  accounts
    .flatMap(({ familyId, guardianId }) =>
      listFamilyCreditNotes(actor, familyId).filter((note) => isForReader(note, guardianId)),
    )
    .sort((a, b) => b.issuedOn.localeCompare(a.issuedOn))

/** One of the reader's family, or undefined. */
export function findPortalCreditNote(actor: Actor, creditNoteId: string) {
  const note = findCreditNote(actor, creditNoteId)
  const isTheirs = findPortal(actor).accounts.some(
    ({ familyId, guardianId }) => note && familyId === note.familyId && isForReader(note, guardianId),
  )
  return isTheirs ? note : undefined
}
