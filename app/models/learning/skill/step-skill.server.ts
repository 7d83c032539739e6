import { transact } from "db/client.server"
import { skillStates, skills } from "db/schema/learning"
import { studentInstruments, students } from "db/schema/people"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import type { Learner } from "../learner/learner"
import { recordSkills } from "./record-skills.server"
import { buildSheets, type NextSkill, nextSkillIn, type SkillState, type SkillStep } from "./skill"
import { listSkills } from "./skill-list.server"
import { skillStamp } from "./skill-sheet.server"

// The skill a student works on, and one tap that moves it a step: what a teacher says of it in a lesson.

/** What each of these students works on at an instrument, by student. The queries don't depend on how many there are. */
export function listNextSkills(
  actor: Actor,
  studentIds: readonly string[],
  instrument: string | null,
): Map<string, NextSkill> {
  const listed = instrument ? listSkills(actor, instrument) : []
  if (listed.length === 0 || studentIds.length === 0) return new Map()
  const learned = groupBy(listLearned(actor, studentIds), ({ studentId }) => studentId)
  return new Map(
    studentIds.flatMap((studentId) => {
      const ofStudent = learned.get(studentId) ?? []
      const states = new Map(ofStudent.map(({ skillId, state }) => [skillId, state]))
      const placed = new Map(ofStudent.map((row) => [JSON.stringify([row.instrument, row.level]), row]))
      const rows = listed.map(({ id, name, level, instrument: of }) => ({
        skillId: id,
        name,
        level,
        instrument: of,
        state: states.get(id) ?? ("not_started" as const),
        since: null,
        comment: null,
        by: null,
      }))
      const next = buildSheets(rows, [...placed.values()]).map(nextSkillIn)[0]
      return next ? [[studentId, next] as const] : []
    }),
  )
}

/**
 * The level recorded for each instrument of these students; the row of their first one comes once for each skill they have a
 * state in.
 */
function listLearned(actor: Actor, studentIds: readonly string[]) {
  const others = select({
    studentId: studentInstruments.studentId,
    instrument: sql<string>`${studentInstruments.instrument}`,
    level: sql<string | null>`${studentInstruments.level}`,
    skillId: sql<string | null>`null`,
    state: sql<SkillState | null>`null`,
  })
    .from(studentInstruments)
    .where(and(own(actor, studentInstruments), among(studentInstruments.studentId, studentIds)))
  return select({
    studentId: students.id,
    instrument: sql<string>`coalesce(${students.instrument}, '')`,
    level: sql<string | null>`${students.level}`,
    skillId: sql<string | null>`${skillStates.skillId}`,
    state: sql<SkillState | null>`${skillStates.state}`,
  })
    .from(students)
    .leftJoin(skillStates, and(joined(students, skillStates.studentId), isNull(skillStates.supersededAt)))
    .where(and(own(actor, students), among(students.id, studentIds)))
    .unionAll(others)
    .all()
}

type StepRefusal = "skill-unknown" | "changed-meanwhile"

/** Moves a skill by one step; its comment stays. The same step sent again changes nothing. */
export function stepSkill(
  actor: Actor,
  learner: Learner,
  { skillId, from, to }: SkillStep,
): Result<{ name: string }, StepRefusal> {
  return transact(() => {
    const skill = findSkill(actor, learner, skillId)
    if (!skill) return { ok: false, reason: "skill-unknown" }
    if (skill.state === to) return { ok: true, name: skill.name }
    if (skill.state !== from) return { ok: false, reason: "changed-meanwhile" }
    const said = new Map([[skillId, { state: to, comment: skill.comment }]])
    const recorded = recordSkills(actor, learner, said, {
      since: todayOf(actor),
      stamp: skillStamp(actor, learner),
    })
    return recorded.ok ? { ok: true, name: skill.name } : { ok: false, reason: "changed-meanwhile" }
  })
}

const findSkill = (actor: Actor, learner: Learner, skillId: string) =>
  select({
    name: skills.name,
    state: sql<SkillState>`coalesce(${skillStates.state}, 'not_started')`,
    comment: skillStates.comment,
  })
    .from(skills)
    .leftJoin(
      skillStates,
      and(
        joined(skills, skillStates.skillId),
        eq(skillStates.studentId, learner.id),
        isNull(skillStates.supersededAt),
      ),
    )
    .where(and(own(actor, skills, skillId), isNull(skills.archivedAt)))
    .get()
