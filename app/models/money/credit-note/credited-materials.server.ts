import { invoiceLines } from "db/schema/money"
import { and, inArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { askOne, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { returnMaterial } from "../material/sell-material.server"

/**
 * Invoice lines that are credited in full now: materials that they sold are back in stock, those that payers share once
 * each payer's part is credited.
 */
export function returnCredited(actor: Actor, lines: readonly { id: string }[]) {
  const found = select({
    chargeId: sql<string | null>`coalesce(${invoiceLines.chargeId}, ${invoiceLines.partOfChargeId})`,
  })
    .from(invoiceLines)
    .where(
      and(
        own(actor, invoiceLines),
        inArray(
          invoiceLines.id,
          lines.map(({ id }) => id),
        ),
      ),
    )
    .all()
  for (const { chargeId } of found)
    if (chargeId && !hasUncredited(actor, chargeId)) returnMaterial(actor, chargeId)
}

/** Whether some part of a charge is invoiced and not credited in full. */
const hasUncredited = (actor: Actor, chargeId: string): boolean =>
  askOne<{ found: number } | undefined>(sql`
    select 1 as found from invoice_lines l where l.school_id = ${actor.school.id}
      and l.id in (
        select id from invoice_lines where school_id = ${actor.school.id} and charge_id = ${chargeId}
          and released_at is null
        union all select id from invoice_lines where school_id = ${actor.school.id}
          and part_of_charge_id = ${chargeId} and released_at is null)
      and l.amount_minor > (select coalesce(sum(c.amount_minor), 0) from credit_note_lines c
        where c.school_id = l.school_id and c.invoice_line_id = l.id) limit 1`) !== undefined
