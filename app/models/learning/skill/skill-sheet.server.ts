import { users } from "db/schema/accounts"
import { skillStates, skills } from "db/schema/learning"
import { members } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { and, asc, desc, eq, gte, isNull, lte, max, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, type Params, query, select, selectDistinct } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { listInstrumentsOf } from "~/models/people/student/instruments.server"
import { todayOf } from "~/utils/clock.server"
import type { Learner } from "../learner/learner"
import { buildSheets, type InstrumentSheet, type SheetRow } from "./skill"

/** A student's skills by instrument and level: of every instrument they learn, or have once been told about. */
export function findSkillSheets(
  actor: Actor,
  learner: Learner,
  learned: readonly Learned[] = listLearned(actor, learner),
): InstrumentSheet[] {
  return buildSheets(listSheetRows(actor, learner, learned), learned)
}

type Learned = { instrument: string; level: string | null }

function listSheetRows(actor: Actor, learner: Learner, learned: readonly Learned[]): SheetRow[] {
  const instruments = learned.map(({ instrument }) => instrument.toLowerCase())
  return sheetQuery.all(actor, { studentId: learner.id, instruments: JSON.stringify(instruments) })
}

const sheetQuery = query((p: Params<{ studentId: string; instruments: string }>, own) =>
  select({
    skillId: skills.id,
    ...columns(skills, "instrument", "level", "name"),
    state: sql<SheetRow["state"]>`coalesce(${skillStates.state}, 'not_started')`,
    since: skillStates.since,
    comment: skillStates.comment,
    by: users.name,
  })
    .from(skills)
    .leftJoin(
      skillStates,
      and(
        joined(skills, skillStates.skillId),
        eq(skillStates.studentId, p.studentId),
        isNull(skillStates.supersededAt),
      ),
    )
    .leftJoin(members, joined(members, skillStates.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(skills),
        isNull(skills.archivedAt),
        or(
          sql`lower(${skills.instrument}) in (select value from json_each(${p.instruments}))`,
          sql`${skillStates.id} is not null`,
        ),
      ),
    )
    .orderBy(asc(skills.instrument), asc(skills.position), asc(skills.id)),
)

/** What the student learns: what the school wrote down, then the instruments of their classes today. */
export function listLearned(actor: Actor, learner: Learner): Learned[] {
  const day = todayOf(actor)
  const taught = taughtQuery.all(actor, { studentId: learner.id, day })
  const all = [
    ...listInstrumentsOf(actor, learner.id),
    ...taught.map(({ instrument }) => ({ instrument, level: null })),
  ].flatMap(({ instrument, level }) => (instrument?.trim() ? [{ instrument: instrument.trim(), level }] : []))
  const isFirst = ({ instrument }: Learned, index: number) =>
    all.findIndex((other) => other.instrument.toLowerCase() === instrument.toLowerCase()) === index
  return all.filter(isFirst)
}

const taughtQuery = query((p: Params<{ studentId: string; day: string }>, own) =>
  selectDistinct({ instrument: classes.instrument })
    .from(enrollments)
    .innerJoin(classes, joined(classes, enrollments.classId))
    .where(
      and(
        own(enrollments),
        eq(enrollments.studentId, p.studentId),
        lte(enrollments.startsOn, p.day),
        or(isNull(enrollments.endsOn), gte(enrollments.endsOn, p.day)),
      ),
    ),
)

/** Names the newest change of the student's skills: what a form was made from. Empty when there is none. */
export function skillStamp(actor: Actor, learner: Learner): string {
  return (
    ownRows(actor, skillStates, { id: max(skillStates.id) })
      .where(eq(skillStates.studentId, learner.id))
      .get()?.id ?? ""
  )
}

export type SkillChange = {
  id: string
  name: string
  instrument: string
  state: SheetRow["state"]
  since: string
  comment: string | null
  by: string | null
}

/** The changes of the student's skills, newest first, superseded ones included. */
export function listSkillChanges(
  actor: Actor,
  learner: Learner,
  { from, to, limit }: { from?: string; to?: string; limit: number },
): SkillChange[] {
  return select({
    id: skillStates.id,
    name: skills.name,
    instrument: skills.instrument,
    ...columns(skillStates, "state", "since", "comment"),
    by: users.name,
  })
    .from(skillStates)
    .innerJoin(skills, joined(skills, skillStates.skillId))
    .leftJoin(members, joined(members, skillStates.memberId))
    .leftJoin(users, eq(users.id, members.userId))
    .where(
      and(
        own(actor, skillStates),
        eq(skillStates.studentId, learner.id),
        from ? gte(skillStates.since, from) : undefined,
        to ? lte(skillStates.since, to) : undefined,
      ),
    )
    .orderBy(desc(skillStates.since), desc(skillStates.id))
    .limit(limit)
    .all()
}
