import { outsidePayers } from "db/schema/payers"
import { families } from "db/schema/people"
import { and, eq, inArray } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { type Changes, change, find, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { now } from "~/utils/clock.server"
import { fold } from "~/utils/names"
import type { SamePayer } from "./account-moves.server"

// Payers who aren't guardians, when two families become one: they join the family that goes on with their addresses and the
// invoices that name them, and are forgotten with its last person.

const Payer = z.object({
  id: z.string(),
  familyId: z.string(),
  payerShare: z.number(),
  payerAmountMinor: z.number().nullable(),
  position: z.number(),
  removedAt: z.number().nullable(),
})

/** What an undo puts back. Missing in earlier merges. */
export const PayersBefore = z.object({
  moved: z.array(Payer).default([]),
  /** Whether each payer of the family that goes on had an invoice of their own. */
  hadOwnInvoices: z.boolean().nullable().default(null),
})
export type PayersBefore = z.output<typeof PayersBefore>

export const nothingMoved: PayersBefore = { moved: [], hadOwnInvoices: null }

/**
 * Moves them in the caller's transaction. They pay nothing of the family's next invoices until its rules say so, or as before
 * where it has no payer. One whom the family has already leaves the rules. As after adding one, each payer gets an invoice
 * of their own.
 */
export function joinPayers(
  actor: Actor,
  { keepId, goneId, hasPayer }: { keepId: string; goneId: string; hasPayer: boolean },
): { before: PayersBefore; same: SamePayer[] } {
  const joining = listRows(actor, goneId)
  if (joining.length === 0) return { before: nothingMoved, same: [] }
  const present = listRows(actor, keepId)
  const standing = present.filter(({ removedAt }) => removedAt === null)
  const isTaken = hasPayer || standing.some((one) => one.payerShare > 0 || one.payerAmountMinor !== null)
  const same: SamePayer[] = []
  for (const [index, one] of joining.entries()) {
    const at = standing.findIndex((other) => other.email === one.email && fold(other.name) === fold(one.name))
    const isThere = at >= 0
    for (const other of standing.splice(at, isThere ? 1 : 0))
      same.push({ from: one.id, to: other.id, as: "outsidePayerId" })
    const isRemoved = one.removedAt !== null || isThere
    setPayer(actor, one.id, {
      familyId: keepId,
      position: present.length + index,
      payerShare: isTaken || isRemoved ? 0 : one.payerShare,
      payerAmountMinor: null,
      removedAt: one.removedAt ?? (isThere ? now() : null),
    })
  }
  const keep = find(actor, families, keepId)
  const hadOwnInvoices = keep?.hasOwnInvoices ?? false
  if (joining.some(({ removedAt }) => removedAt === null)) setOwnInvoices(actor, keepId, true)
  return { before: { moved: joining.map(({ name: _n, email: _e, ...one }) => one), hadOwnInvoices }, same }
}

/** Whether a payer who was moved is gone since, so that the merge can't be undone. */
export const lacksPayer = (actor: Actor, { moved }: PayersBefore): boolean =>
  select({ id: outsidePayers.id })
    .from(outsidePayers)
    .where(
      and(
        own(actor, outsidePayers),
        inArray(
          outsidePayers.id,
          moved.map(({ id }) => id),
        ),
      ),
    )
    .all().length < moved.length

/** Puts moved payers back as they were, in the caller's transaction. */
export function returnPayers(actor: Actor, keepId: string, { moved, hadOwnInvoices }: PayersBefore) {
  for (const { id, ...one } of moved) setPayer(actor, id, one)
  if (hadOwnInvoices !== null) setOwnInvoices(actor, keepId, hadOwnInvoices)
}

const listRows = (actor: Actor, familyId: string) =>
  select({
    id: outsidePayers.id,
    familyId: outsidePayers.familyId,
    name: outsidePayers.name,
    email: outsidePayers.email,
    payerShare: outsidePayers.payerShare,
    payerAmountMinor: outsidePayers.payerAmountMinor,
    position: outsidePayers.position,
    removedAt: outsidePayers.removedAt,
  })
    .from(outsidePayers)
    .where(and(own(actor, outsidePayers), eq(outsidePayers.familyId, familyId)))
    .orderBy(outsidePayers.position, outsidePayers.id)
    .all()

function setPayer(actor: Actor, payerId: string, to: Changes<typeof outsidePayers>) {
  change(actor, outsidePayers, payerId, to)
}

function setOwnInvoices(actor: Actor, familyId: string, hasOwnInvoices: boolean) {
  change(actor, families, familyId, { hasOwnInvoices })
}
