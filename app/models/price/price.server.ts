import { db } from "db/client.server"
import { classPrices } from "db/schema/teaching"
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Actor } from "../access/actor"
import type { ClassPrice } from "./price"

/** The price rows of some classes, oldest first, by class. */
export function listClassPrices(actor: Actor, classIds: readonly string[]): Map<string, ClassPrice[]> {
  const rows = db()
    .select()
    .from(classPrices)
    .where(and(eq(classPrices.schoolId, actor.school.id), inArray(classPrices.classId, [...classIds])))
    .orderBy(asc(classPrices.fromDate), asc(classPrices.id))
    .all()
  const byClass = new Map<string, ClassPrice[]>()
  for (const row of rows) byClass.set(row.classId, [...(byClass.get(row.classId) ?? []), row])
  return byClass
}
