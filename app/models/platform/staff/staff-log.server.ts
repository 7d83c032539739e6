import { schools } from "db/schema/accounts-schools"
import { staffActs } from "db/schema/platform"
import { and, asc, count, desc, eq, gte, type SQL } from "drizzle-orm"
import type { SuperActor } from "~/models/foundation/access/actor"
import { columns } from "~/models/foundation/access/columns.server"
import { select, selectDistinct } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { PER_PAGE } from "~/utils/page-number"
import { anyHolds } from "../platform/staff-search.server"
import type { LogFilter } from "./staff-log"

// Everything the platform's staff did, newest first: who, when, what, which school, why, and what the school was told.

/** Rows of one file. */
const mostInFile = 20_000
const dayMs = 86_400_000

/** One page of the log, or with no page all that one file holds. */
export function listLog(_staff: SuperActor, filter: LogFilter, page: number | null) {
  const where = and(...conditionsOf(filter))
  const rows = select({
    ...columns(staffActs, "id", "createdAt", "staffName", "verb", "about", "reason", "told", "schoolId"),
    schoolName: schools.name,
  })
    .from(staffActs)
    .leftJoin(schools, eq(schools.id, staffActs.schoolId))
    .where(where)
    .orderBy(desc(staffActs.createdAt), desc(staffActs.id))
    .limit(page === null ? mostInFile : PER_PAGE)
    .offset(page === null ? 0 : (page - 1) * PER_PAGE)
    .all()
  const total =
    select({ n: count() })
      .from(staffActs)
      .leftJoin(schools, eq(schools.id, staffActs.schoolId))
      .where(where)
      .get()?.n ?? 0
  return { rows, total }
}

/** The kinds of act and the people the log has, for its filters. */
export function listLogChoices(_staff: SuperActor) {
  const verbs = selectDistinct({ verb: staffActs.verb }).from(staffActs).orderBy(asc(staffActs.verb)).all()
  const names = selectDistinct({ name: staffActs.staffName })
    .from(staffActs)
    .orderBy(asc(staffActs.staffName))
    .limit(200)
    .all()
  return { verbs: verbs.map(({ verb }) => verb), names: names.map(({ name }) => name) }
}

function conditionsOf({ search, verb, name, days }: LogFilter): SQL[] {
  const conditions = [
    search ? anyHolds(search, schools.name, staffActs.about, staffActs.reason, staffActs.told) : undefined,
    verb ? eq(staffActs.verb, verb) : undefined,
    name ? eq(staffActs.staffName, name) : undefined,
    days ? gte(staffActs.createdAt, now() - Number(days) * dayMs) : undefined,
  ]
  return conditions.filter((condition) => condition !== undefined)
}
