import { db } from "db/client.server"
import { importCreations } from "db/schema/platform"
import { and, eq } from "drizzle-orm"
import type { Actor } from "../access/actor"

/** The ids of one kind that an import made, as a subquery. */
export const madeBy = (actor: Actor, importId: string, noun: string) =>
  db()
    .select({ id: importCreations.nounId })
    .from(importCreations)
    .where(
      and(
        eq(importCreations.schoolId, actor.school.id),
        eq(importCreations.importId, importId),
        eq(importCreations.noun, noun),
      ),
    )
