import { transact } from "db/client.server"
import { openTimeRules } from "db/schema/attendance-open-times"
import { asc, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, ownRows, remove } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import type { Result } from "~/utils/result"
import { type OpenTimeRule, usualOpenTimes } from "./open-time"

const columns = {
  isOn: openTimeRules.isOn,
  daysAhead: openTimeRules.daysAhead,
  leadHours: openTimeRules.leadHours,
  most: openTimeRules.most,
  per: openTimeRules.per,
}

const rowsOf = (teacherId: string | null) =>
  teacherId === null ? isNull(openTimeRules.teacherId) : eq(openTimeRules.teacherId, teacherId)

const findRow = (actor: Actor, teacherId: string | null): OpenTimeRule | undefined =>
  ownRows(actor, openTimeRules, columns)
    .where(rowsOf(teacherId))
    .orderBy(desc(openTimeRules.createdAt), desc(openTimeRules.id))
    .limit(1)
    .get()

/** The school's rule: off until someone turns it on. */
export const findOpenTimeRule = (actor: Actor): OpenTimeRule => findRow(actor, null) ?? usualOpenTimes

/** The school's rule and that of each teacher with one of their own. While the school's is off, all are. */
export function readOpenTimeRules(actor: Actor) {
  const rules = readRules(actor)
  const ofSchool = rules.get(null) ?? usualOpenTimes
  return { ofSchool, ofTeacher: (id: string) => (ofSchool.isOn && rules.get(id)) || ofSchool }
}

function readRules(actor: Actor): ReadonlyMap<string | null, OpenTimeRule> {
  const rows = ownRows(actor, openTimeRules, { teacherId: openTimeRules.teacherId, ...columns })
    .orderBy(asc(openTimeRules.createdAt), asc(openTimeRules.id))
    .all()
  return new Map(rows.map(({ teacherId, ...rule }) => [teacherId, rule]))
}

/** Every active teacher by name with their own rule; null where the school's holds. */
export function listOpenTimeRules(actor: Actor) {
  const rules = readRules(actor)
  return listTeachers(actor).map(({ id, name }) => ({ id, name, rule: rules.get(id) ?? null }))
}

/** Changes the school's rule for what is booked from now on. */
export function changeOpenTimeRule(actor: Actor, rule: OpenTimeRule) {
  transact(() => {
    const before = findOpenTimeRule(actor)
    if (!replace(actor, null, rule)) return
    recordEvent(actor, "school.change-open-times", actor.school.id, { before, after: rule })
  })
}

/** Gives a teacher a rule of their own, or with null the school's. `not-found` for another school's teacher. */
export function changeOpenTimesOf(
  actor: Actor,
  teacherId: string,
  rule: OpenTimeRule | null,
): Result<{ name: string }, "not-found"> {
  return transact(() => {
    const teacher = listTeachers(actor).find(({ id }) => id === teacherId)
    if (!teacher) return { ok: false, reason: "not-found" }
    if (replace(actor, teacherId, rule))
      recordEvent(actor, "teacher.change-open-times", teacherId, {
        after: { name: teacher.name, isOn: rule?.isOn ?? null },
      })
    return { ok: true, name: teacher.name }
  })
}

/** Whether anything was different. */
function replace(actor: Actor, teacherId: string | null, rule: OpenTimeRule | null): boolean {
  const before = findRow(actor, teacherId)
  if (rule === null ? !before : before && isSame(before, rule)) return false
  remove(actor, openTimeRules, rowsOf(teacherId))
  if (rule) add(actor, openTimeRules, { ...rule, teacherId })
  return true
}

const isSame = (one: OpenTimeRule, other: OpenTimeRule) =>
  (Object.keys(columns) as (keyof OpenTimeRule)[]).every((name) => one[name] === other[name])
