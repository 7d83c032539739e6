import { outsidePayers } from "db/schema/payers"
import { and, asc, eq, ne, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { eraseDeclared } from "~/models/foundation/access/erase-declared.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { isNamed } from "./outside-payers.server"

// Payers who aren't guardians, when they are to be forgotten: money that names one keeps a row without a name, and invoices stay
// as they were sent. What they paid of the next invoices is the family's.

const erasedName = "Erased payer"

/** Those of a family of whom something is known, removed ones too, in their order. */
export const listKnownPayers = (actor: Actor, familyId: string): { id: string; name: string }[] =>
  select({ id: outsidePayers.id, name: outsidePayers.name })
    .from(outsidePayers)
    .where(and(own(actor, outsidePayers), eq(outsidePayers.familyId, familyId), ne(outsidePayers.email, "")))
    .orderBy(asc(outsidePayers.position), asc(outsidePayers.id))
    .all()

/** One of them, by their id; undefined for a forgotten one and for another school's. */
export const findKnownPayer = (actor: Actor, payerId: string) =>
  select({
    id: outsidePayers.id,
    name: outsidePayers.name,
    email: outsidePayers.email,
    familyId: outsidePayers.familyId,
    pays: sql<number>`${outsidePayers.removedAt} is null`.mapWith(Boolean),
  })
    .from(outsidePayers)
    .where(and(own(actor, outsidePayers, payerId), ne(outsidePayers.email, "")))
    .get()

/** Forgets those of a family of whom no one is left, in the caller's transaction. */
export function forgetOutsidePayers(actor: Actor, familyId: string) {
  for (const { id } of listKnownPayers(actor, familyId)) forgetOutsidePayer(actor, id)
}

/** Forgets one payer, in the caller's transaction. One whom no money names leaves no row. */
export function forgetOutsidePayer(actor: Actor, payerId: string) {
  const theirs = own(actor, outsidePayers, payerId)
  eraseDeclared(actor, "payer", { id: payerId, name: erasedName })
  if (!isNamed(actor, payerId)) {
    remove(actor, outsidePayers, theirs)
    return
  }
  const nothing = { email: "", address: null, taxNumber: null, reference: null, endsOn: null }
  change(actor, outsidePayers, theirs, {
    name: erasedName,
    ...nothing,
    payerShare: 0,
    payerAmountMinor: null,
    removedAt: now(),
  })
}
