import { db } from "db/client.server"
import { classPrices } from "db/schema/teaching"
import { and, asc, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { ClassPrice } from "./price"

/** The price rows of some classes, oldest first, by class. */
export function listClassPrices(actor: Actor, classIds: readonly string[]): Map<string, ClassPrice[]> {
  const rows = db()
    .select()
    .from(classPrices)
    .where(and(own(actor, classPrices), inArray(classPrices.classId, [...classIds])))
    .orderBy(asc(classPrices.fromDate), asc(classPrices.id))
    .all()
  return groupBy(rows, ({ classId }) => classId)
}
