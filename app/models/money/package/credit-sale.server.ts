import { transact } from "db/client.server"
import { charges, invoiceLines } from "db/schema/money"
import { packages } from "db/schema/money-packages"
import { and, eq, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, selectDistinct } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { creditedAmount } from "../charge/seat-charges.server"
import { creditInvoice } from "../credit-note/issue-credit-note.server"

/**
 * Credits lines of an invoice. A package whose price is credited in full by now ends with it: no lesson is covered by what
 * was taken back. Lessons that it gave before stay as they are. Answers the names of those that ended, too.
 */
export function creditSold(actor: Actor, credit: Parameters<typeof creditInvoice>[1]) {
  return transact(() => {
    const credited = creditInvoice(actor, credit)
    if (!credited.ok) return credited
    const ended = listCreditedPackages(actor, credit.invoiceId)
    for (const { id, name } of ended) end(actor, { id, name, reason: `Credit note ${credited.number}` })
    return { ...credited, ended: ended.map(({ name }) => name) }
  })
}

/** The packages in use that an invoice charges and whose price was credited in full, the parts of all payers together. */
const listCreditedPackages = (actor: Actor, invoiceId: string) =>
  selectDistinct({ id: packages.id, name: packages.name })
    .from(invoiceLines)
    .innerJoin(
      charges,
      or(joined(charges, invoiceLines.chargeId), joined(charges, invoiceLines.partOfChargeId)),
    )
    .innerJoin(packages, joined(packages, charges.packageId))
    .where(
      and(
        own(actor, invoiceLines),
        eq(invoiceLines.invoiceId, invoiceId),
        eq(charges.source, "package"),
        isNull(charges.withdrawnAt),
        isNull(packages.endedAt),
        sql`${creditedAmount} >= ${charges.amountMinor}`,
      ),
    )
    .all()

function end(actor: Actor, { id, name, reason }: { id: string; name: string; reason: string }) {
  change(actor, packages, id, { endedAt: now(), endReason: reason })
  recordEvent(actor, "package.end", id, { after: { name, reason } })
}
