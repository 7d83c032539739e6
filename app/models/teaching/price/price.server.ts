import { classPrices } from "db/schema/teaching"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { groupBy } from "~/utils/group-by"
import type { ClassPrice } from "./price"

/** The price rows of some classes, oldest first, by class. */
export function listClassPrices(actor: Actor, classIds: readonly string[]): Map<string, ClassPrice[]> {
  const rows = pricesQuery.all(actor, { classIds: JSON.stringify(classIds) })
  return groupBy(rows, ({ classId }) => classId)
}

const pricesQuery = query((p: Params<{ classIds: string }>, own) =>
  select()
    .from(classPrices)
    .where(and(own(classPrices), sql`${classPrices.classId} in (select value from json_each(${p.classIds}))`))
    .orderBy(asc(classPrices.fromDate), asc(classPrices.id)),
)
