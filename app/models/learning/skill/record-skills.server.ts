import { transact } from "db/client.server"
import { skillStates, skills } from "db/schema/learning"
import { and, eq, isNull, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, ownRows } from "~/models/foundation/access/door.server"
import { newRow } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import type { Learner } from "../learner/learner"
import type { SkillState } from "./skill"

export type SkillEntry = { state: SkillState; comment: string | null }

type Recorded =
  | Result<{ changed: number }, "from-the-future">
  /** Someone else said something different of these skills since the form was made; `touched` is what the form changed. */
  | { ok: false; reason: "changed-meanwhile"; names: string[]; touched: Set<string> }

type SkillEntries = Map<string, SkillEntry>

const nothing: SkillEntry = { state: "not_started", comment: null }
const differ = (a: SkillEntry, b: SkillEntry) => a.state !== b.state || a.comment !== b.comment

/**
 * Records what the form changed of a student's skills, as new rows: what was said before stays. A skill the form left
 * as it found it is not touched, even when someone else has changed it since.
 * @param entries by skill id; skills of other schools and archived ones are passed over
 * @param options since `YYYY-MM-DD`, today at the latest; stamp names the newest row the form was made from
 */
export function recordSkills(
  actor: Actor,
  learner: Learner,
  entries: SkillEntries,
  options: { since: string; stamp: string },
): Recorded {
  if (options.since > todayOf(actor)) return { ok: false, reason: "from-the-future" }
  return transact(() => {
    const history = listHistory(actor, learner)
    const seen = lastOf(history.filter(({ id }) => id <= options.stamp))
    const current = lastOf(history)
    const touched = listSkills(actor)
      .flatMap((skill) => {
        const typed = entries.get(skill.id)
        return typed ? [{ ...skill, typed, is: current.get(skill.id) ?? nothing }] : []
      })
      .filter(({ id, typed }) => differ(typed, seen.get(id) ?? nothing))
      .filter(({ typed, is }) => differ(typed, is))
    const names = touched.filter(({ id, is }) => differ(is, seen.get(id) ?? nothing)).map(({ name }) => name)
    if (names.length > 0)
      return {
        ok: false,
        reason: "changed-meanwhile",
        names,
        touched: new Set(touched.map(({ id }) => id)),
      }
    for (const { id, typed } of touched) supersede(actor, learner, id, typed, options.since)
    if (touched.length > 0)
      recordEvent(actor, "student.record-skills", learner.id, {
        before: Object.fromEntries(touched.map(({ name, is }) => [name, is])),
        after: Object.fromEntries(touched.map(({ name, typed }) => [name, typed])),
      })
    return { ok: true, changed: touched.length }
  })
}

const listSkills = (actor: Actor) =>
  ownRows(actor, skills, ["id", "name"]).where(isNull(skills.archivedAt)).all()

const listHistory = (actor: Actor, learner: Learner) =>
  ownRows(actor, skillStates, ["id", "skillId", "state", "comment"])
    .where(eq(skillStates.studentId, learner.id))
    .orderBy(sql`+${skillStates.id}`)
    .all()

const lastOf = (history: ReturnType<typeof listHistory>): SkillEntries =>
  new Map(history.map(({ skillId, state, comment }) => [skillId, { state, comment }]))

function supersede(actor: Actor, learner: Learner, skillId: string, entries: SkillEntry, since: string) {
  const row = newRow(actor)
  change(
    actor,
    skillStates,
    and(
      eq(skillStates.studentId, learner.id),
      eq(skillStates.skillId, skillId),
      isNull(skillStates.supersededAt),
    ),
    { supersededAt: row.createdAt },
  )
  add(actor, skillStates, {
    ...row,
    studentId: learner.id,
    skillId,
    ...entries,
    since,
    memberId: actor.memberId,
  })
}
