import { db, prepareOnce } from "db/client.server"
import { classPrices } from "db/schema/teaching"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { groupBy } from "~/utils/group-by"
import type { ClassPrice } from "./price"

/** The price rows of some classes, oldest first, by class. */
export function listClassPrices(actor: Actor, classIds: readonly string[]): Map<string, ClassPrice[]> {
  const rows = pricesQuery().all({ schoolId: actor.school.id, classIds: JSON.stringify(classIds) })
  return groupBy(rows, ({ classId }) => classId)
}

const pricesQuery = prepareOnce(() =>
  db()
    .select()
    .from(classPrices)
    .where(
      and(
        own(sql.placeholder("schoolId"), classPrices),
        sql`${classPrices.classId} in (select value from json_each(${sql.placeholder("classIds")}))`,
      ),
    )
    .orderBy(asc(classPrices.fromDate), asc(classPrices.id))
    .prepare(),
)
