import { db } from "db/client.server"
import { invoiceLines } from "db/schema/money"
import { and, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { returnMaterial } from "../material/sell-material.server"

/** Invoice lines that are credited in full now: materials that they sold are back in stock. */
export function returnCredited(actor: Actor, lines: readonly { id: string }[]) {
  const found = db()
    .select({ chargeId: invoiceLines.chargeId })
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
  for (const { chargeId } of found) if (chargeId) returnMaterial(actor, chargeId)
}
