import type { Actor } from "~/models/foundation/access/actor"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findCreditNote, listFamilyCreditNotes } from "../credit-note/credit-notes.server"

// Credit notes as a family reads them.

/** Newest first. Empty for someone who may see no money. */
export const listPortalCreditNotes = (actor: Actor) =>
  findPortal(actor)
    .accounts.flatMap(({ familyId }) => listFamilyCreditNotes(actor, familyId))
    .sort((a, b) => b.issuedOn.localeCompare(a.issuedOn))

/** One of the reader's family, or undefined. */
export function findPortalCreditNote(actor: Actor, creditNoteId: string) {
  const note = findCreditNote(actor, creditNoteId)
  const isTheirs = findPortal(actor).accounts.some(({ familyId }) => familyId === note?.familyId)
  return isTheirs ? note : undefined
}
