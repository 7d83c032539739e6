import { db } from "db/client.server"
import { classes } from "db/schema/teaching"
import { and, asc, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"

/** The classes that have not ended before a date, by name: for choosing one. */
export function listOpenClasses(actor: Actor, date: string): { id: string; name: string }[] {
  return openClassesQuery(actor, date).all()
}

/** Exported for the test that reads its plan. */
export function openClassesQuery(actor: Actor, date: string) {
  return db()
    .select({ id: classes.id, name: classes.name })
    .from(classes)
    .where(and(own(actor, classes), or(isNull(classes.endedOn), gte(classes.endedOn, date))))
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
}
