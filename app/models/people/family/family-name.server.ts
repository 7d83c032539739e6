import { cacheUntilWrite } from "db/cache-until-write.server"
import { families } from "db/schema/people"
import { and, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
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
  const schoolId = actor.school.id
  const familyIds = [...new Set(rows.map(({ familyId }) => familyId))]
  const peopleOf = keepPeople([schoolId, familyIds], () => {
    const twins = twinsQuery.all({ schoolId, ids: JSON.stringify(familyIds) })
    return new Map(twins.map(({ id, people }) => [id, people]))
  })
  return rows.map((row) => ({ ...row, familyChildren: peopleOf.get(row.familyId) ?? null }))
}

const keepPeople = cacheUntilWrite<ReadonlyMap<string, string | null>>(20)

/** The rows of a list with the labels of their families as names, which tell those of one name apart. */
export function labelFamilies<Row extends { familyId: string; familyName: string }>(
  actor: Actor,
  rows: readonly Row[],
): Row[] {
  const labels = new Map(tellApart(actor, rows).map((row) => [row.familyId, familyLabel(row)]))
  return rows.map((row) => ({ ...row, familyName: labels.get(row.familyId) ?? row.familyName }))
}

/** The outer columns are spelled out with their table: drizzle leaves it away in a query of one table. */
const twinsQuery = platformQuery((p: Params<{ schoolId: string; ids: string }>) =>
  select({
    id: families.id,
    people: sql<string | null>`coalesce(
        (select group_concat(first_name, ', ') from (select first_name from students s
          where s.school_id = families.school_id and s.family_id = families.id order by first_name)),
        (select group_concat(name, ', ') from (select name from guardians g
          where g.school_id = families.school_id and g.family_id = families.id order by position)))`,
  })
    .from(families)
    .where(
      and(
        own(p.schoolId, families),
        among(families.id, p.ids),
        sql`exists (select 1 from families o where o.school_id = families.school_id and o.id <> families.id
          and o.name = families.name collate nocase)`,
      ),
    ),
)

/**
 * Families by their ids and in their order, as they are listed in a task. One that isn't the school's is "A family" under an id
 * of nothing: a task holds no other school's.
 */
export function namesOfFamilies(
  actor: Actor,
  familyIds: readonly string[],
): { subjectId: string; name: string }[] {
  const known = ownRows(actor, families, { familyId: families.id, familyName: families.name })
    .where(among(families.id, familyIds))
    .all()
  const labels = new Map(tellApart(actor, known).map((family) => [family.familyId, familyLabel(family)]))
  return familyIds.map((id, n) => ({
    subjectId: labels.has(id) ? id : `unknown ${n}`,
    name: labels.get(id) ?? "A family",
  }))
}
