import { charges, invoiceLines } from "db/schema/money"
import { creditNoteLines, creditNotes } from "db/schema/money-corrections"
import { and, asc, eq, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { findInvoiceOf } from "../charge/charge.server"

// What of a package's price was given back: by credit notes on its invoice, and at its end.

/** A credit note and what it took off; minor units. */
type PackageCredit = { id: string; number: string; amountMinor: number }

/** What of the rest was given back, and where it is; on neither paper while it waits for the next invoice. */
type GivenRest = {
  chargeId: string
  amountMinor: number
  invoice: { id: string; number: string } | null
  note: PackageCredit | null
}

/** The credit notes that took something off a package's charge on its invoices, oldest first, whoever pays a part of it. */
export const listPackageCredits = (actor: Actor, chargeId: string): PackageCredit[] =>
  select({
    id: creditNotes.id,
    number: creditNotes.number,
    amountMinor: sql<number>`sum(${creditNoteLines.amountMinor})`,
  })
    .from(invoiceLines)
    .innerJoin(creditNoteLines, joined(invoiceLines, creditNoteLines.invoiceLineId))
    .innerJoin(creditNotes, joined(creditNotes, creditNoteLines.creditNoteId))
    .where(
      and(
        own(actor, invoiceLines),
        or(eq(invoiceLines.chargeId, chargeId), eq(invoiceLines.partOfChargeId, chargeId)),
        isNull(invoiceLines.releasedAt),
      ),
    )
    .groupBy(creditNotes.id)
    .orderBy(asc(creditNotes.sequence))
    .all()

/** What was given back for the lessons left at its end, each with its paper; above zero where some was charged again. */
export function listGivenRest(actor: Actor, packageId: string): GivenRest[] {
  const rests = select({
    chargeId: charges.id,
    amountMinor: charges.amountMinor,
    billedLines: charges.billedLines,
    noteId: creditNotes.id,
    noteNumber: creditNotes.number,
  })
    .from(charges)
    .leftJoin(creditNoteLines, joined(charges, creditNoteLines.chargeId))
    .leftJoin(creditNotes, joined(creditNotes, creditNoteLines.creditNoteId))
    .where(
      and(
        own(actor, charges),
        eq(charges.packageId, packageId),
        eq(charges.source, "package_rest"),
        isNull(charges.withdrawnAt),
      ),
    )
    .orderBy(asc(charges.createdAt), asc(charges.id))
    .all()
  return rests.map(({ chargeId, amountMinor, billedLines, noteId, noteNumber }) => ({
    chargeId,
    amountMinor,
    invoice: billedLines > 0 ? findInvoiceOf(actor, chargeId) : null,
    note: noteId === null ? null : { id: noteId, number: noteNumber ?? "", amountMinor: 0 - amountMinor },
  }))
}
