import { db } from "db/client.server"
import { families } from "db/schema/people"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { type FamilyName, familyLabel } from "./family-name"

/**
 * The rows of a list with what tells their families apart, in one query however many they are. A family without children
 * is told apart by its adults.
 */
export function tellApart<Row extends { familyId: string }>(
  actor: Actor,
  rows: readonly Row[],
): (Row & Pick<FamilyName, "familyChildren">)[] {
  if (rows.length === 0) return []
  const ids = JSON.stringify([...new Set(rows.map(({ familyId }) => familyId))])
  const twins = db().all<{ id: string; people: string | null }>(sql`
    select f.id, coalesce(
      (select group_concat(first_name, ', ') from (select first_name from students s
        where s.school_id = f.school_id and s.family_id = f.id order by first_name)),
      (select group_concat(name, ', ') from (select name from guardians g
        where g.school_id = f.school_id and g.family_id = f.id order by position))) as people
    from families f
    where f.school_id = ${actor.school.id} and f.id in (select value from json_each(${ids}))
      and exists (select 1 from families o where o.school_id = f.school_id and o.id <> f.id
        and o.name = f.name collate nocase)`)
  const peopleOf = new Map(twins.map(({ id, people }) => [id, people]))
  return rows.map((row) => ({ ...row, familyChildren: peopleOf.get(row.familyId) ?? null }))
}

/** Families by their ids and in their order, as they are listed in a task; one that isn't the school's is "A family". */
export function namesOfFamilies(
  actor: Actor,
  familyIds: readonly string[],
): { subjectId: string; name: string }[] {
  const known = db()
    .select({ familyId: families.id, familyName: families.name })
    .from(families)
    .where(
      and(
        own(actor, families),
        sql`${families.id} in (select value from json_each(${JSON.stringify(familyIds)}))`,
      ),
    )
    .all()
  const labels = new Map(tellApart(actor, known).map((family) => [family.familyId, familyLabel(family)]))
  return familyIds.map((id) => ({ subjectId: id, name: labels.get(id) ?? "A family" }))
}
