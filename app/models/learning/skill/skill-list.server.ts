import { transact } from "db/client.server"
import { skillStates, skills } from "db/schema/learning"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, asc, count, eq, inArray, isNotNull, isNull, notInArray, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  find,
  ownRows,
  type Params,
  query,
  queryEach,
  select,
  selectDistinct,
} from "~/models/foundation/access/door.server"
import { newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { now } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import type { Result } from "~/utils/result"
import { starterInstruments, starterList } from "./starter-lists"

// A school's skill list: for each instrument its levels in order, and for each level its skills. A skill with recorded
// states is archived, never deleted, and its states stay.

/** The most skills an instrument's list may have. */
const longestList = 200

export type ListedSkill = { id: string; instrument: string; level: string; name: string; position: number }

/** The skills of an instrument in order, whatever its capitals. */
export const listSkills = (actor: Actor, instrument: string): ListedSkill[] =>
  skillsQuery.all(actor, { instrument: instrument.toLowerCase() })

const { id, instrument, level, name, position } = skills
const skillsQuery = query((p: Params<{ instrument: string }>, own) =>
  select({ id, instrument, level, name, position })
    .from(skills)
    .where(and(own(skills), isNull(skills.archivedAt), sql`lower(${skills.instrument}) = ${p.instrument}`))
    .orderBy(asc(skills.position), asc(skills.id)),
)

/** Skills of an instrument that were archived, newest first. */
export const listArchivedSkills = (actor: Actor, instrument: string) =>
  archivedQuery.all(actor, { instrument: instrument.toLowerCase() })

const archivedQuery = query((p: Params<{ instrument: string }>, own) =>
  select({ id: skills.id, level: skills.level, name: skills.name })
    .from(skills)
    .where(and(own(skills), isNotNull(skills.archivedAt), sql`lower(${skills.instrument}) = ${p.instrument}`))
    .orderBy(sql`${skills.archivedAt} desc`, asc(skills.name)),
)

/** Takes our list for an instrument as the school's own; refused when the school has one, or we have none. */
export function startSkillList(
  actor: Actor,
  instrument: string,
): Result<{ instrument: string; count: number }, "has-list" | "no-starter"> {
  const starter = starterList(instrument)
  if (!starter) return { ok: false, reason: "no-starter" }
  return transact(() => {
    if (listSkills(actor, instrument).length > 0) return { ok: false, reason: "has-list" }
    for (const [position, skill] of starter.entries()) add(actor, skills, { ...skill, position })
    const name = starter[0]?.instrument ?? instrument
    recordEvent(actor, "skills.start-list", name, { after: { instrument: name, count: starter.length } })
    return { ok: true, instrument: name, count: starter.length }
  })
}

export type SkillRefusal = "exists" | "full"

/** Adds a skill at the end of its level; a new level goes to the end of the list. */
export function addSkill(
  actor: Actor,
  skill: { instrument: string; level: string; name: string },
): Result<{ skillId: string }, SkillRefusal> {
  return transact(() => {
    const list = listSkills(actor, skill.instrument)
    if (list.length >= longestList) return { ok: false, reason: "full" }
    if (list.some((other) => isSame(other, skill))) return { ok: false, reason: "exists" }
    const instrument = list[0]?.instrument ?? skill.instrument
    const level = list.find((other) => folded(other.level) === folded(skill.level))?.level ?? skill.level
    const row = newRow(actor)
    const made = { ...row, instrument, level, name: skill.name, position: list.length }
    add(actor, skills, made)
    writeOrder(actor, byLevel([...list, made]))
    recordEvent(actor, "skill.add", row.id, { after: { instrument, level, name: skill.name } })
    return { ok: true, skillId: row.id }
  })
}

/** Renames a skill or puts it under another level. The records of students stay with it. */
export function changeSkill(
  actor: Actor,
  skillId: string,
  { level, name }: { level: string; name: string },
): Result<void, "missing" | SkillRefusal> {
  return transact(() => {
    const before = findSkill(actor, skillId)
    if (!before) return { ok: false, reason: "missing" }
    const list = listSkills(actor, before.instrument)
    if (list.some((other) => other.id !== skillId && isSame(other, { level, name })))
      return { ok: false, reason: "exists" }
    write(actor, skillId, { level, name })
    writeOrder(actor, byLevel(listSkills(actor, before.instrument)))
    recordEvent(actor, "skill.change", skillId, {
      before: { level: before.level, name: before.name },
      after: { level, name },
    })
    return { ok: true }
  })
}

/** Moves a skill one place within its level, or its whole level one place among the levels. */
export function moveSkill(
  actor: Actor,
  skillId: string,
  by: -1 | 1,
  kind: "skill" | "level",
): Result<void, "missing"> {
  return transact(() => {
    const skill = findSkill(actor, skillId)
    if (!skill || skill.archivedAt !== null) return { ok: false, reason: "missing" }
    const levels = [...groupBy(listSkills(actor, skill.instrument), (each) => folded(each.level)).values()]
    const at = levels.findIndex((level) => level.some(({ id }) => id === skillId))
    const level = levels[at] ?? []
    if (kind === "level") swap(levels, at, at + by)
    else {
      const index = level.findIndex(({ id }) => id === skillId)
      swap(level, index, index + by)
    }
    writeOrder(actor, levels.flat())
    recordEvent(actor, "skill.move", skillId, { after: { what: kind, by: by < 0 ? "up" : "down" } })
    return { ok: true }
  })
}

/** Puts a skill away, or takes it back to the end of its level. */
export function setSkillArchived(
  actor: Actor,
  skillId: string,
  isArchived: boolean,
): Result<{ name: string }, "missing" | SkillRefusal> {
  return transact(() => {
    const skill = findSkill(actor, skillId)
    if (!skill) return { ok: false, reason: "missing" }
    if ((skill.archivedAt !== null) === isArchived) return { ok: true, name: skill.name }
    const list = listSkills(actor, skill.instrument)
    if (!isArchived && list.some((other) => isSame(other, skill))) return { ok: false, reason: "exists" }
    if (!isArchived && list.length >= longestList) return { ok: false, reason: "full" }
    write(actor, skillId, { archivedAt: isArchived ? now() : null, position: list.length })
    writeOrder(actor, byLevel(listSkills(actor, skill.instrument)))
    recordEvent(actor, isArchived ? "skill.archive" : "skill.restore", skillId)
    return { ok: true, name: skill.name }
  })
}

/**
 * Puts the lists of an instrument's other names at the end of its own. Of a skill that both have, the one that stays gets the
 * states of students who have none of it, and the other is archived.
 */
export function joinSkillLists(actor: Actor, { gone, into }: { gone: readonly string[]; into: string }) {
  const lists = ownRows(actor, skills)
    .where(and(isNull(skills.archivedAt), inArray(skills.instrument, [...gone, into])))
    .orderBy(sql`${skills.instrument} <> ${into}`, asc(skills.position), asc(skills.id))
    .all()
  const kept: typeof lists = []
  for (const skill of lists) {
    const same = kept.find((other) => isSame(other, skill))
    if (!same) kept.push(skill)
    else {
      const known = select({ id: skillStates.studentId })
        .from(skillStates)
        .where(and(own(actor, skillStates), eq(skillStates.skillId, same.id)))
      const theirs = and(eq(skillStates.skillId, skill.id), notInArray(skillStates.studentId, known))
      change(actor, skillStates, theirs, { skillId: same.id })
      write(actor, skill.id, { archivedAt: now() })
    }
  }
  if (change(actor, skills, inArray(skills.instrument, [...gone]), { instrument: into }) > 0)
    writeOrder(actor, byLevel(kept))
}

const findSkill = (actor: Actor, skillId: string) => find(actor, skills, skillId)

const write = (actor: Actor, skillId: string, set: Changes<typeof skills>) =>
  change(actor, skills, skillId, set)

const folded = (text: string) => text.trim().toLowerCase()
const isSame = (a: { level: string; name: string }, b: { level: string; name: string }) =>
  folded(a.level) === folded(b.level) && folded(a.name) === folded(b.name)

/** Skills of one level are grouped at the position of the level's first one. */
const byLevel = <Skill extends { level: string }>(list: readonly Skill[]): Skill[] =>
  [...groupBy(list, ({ level }) => folded(level)).values()].flat()

function swap<Item>(list: Item[], a: number, b: number) {
  const [one, other] = [list[a], list[b]]
  if (one === undefined || other === undefined) return
  list[a] = other
  list[b] = one
}

function writeOrder(actor: Actor, list: readonly { id: string; position: number }[]) {
  for (const [index, { id, position }] of list.entries())
    if (position !== index) write(actor, id, { position: index })
}

// For which instruments a school has a list of skills, and for which it could begin one.

/** Instruments with a list and how long it is; and those the school teaches, or we have a list for, without one. */
export function listSkillInstruments(actor: Actor): {
  listed: { instrument: string; count: number }[]
  unlisted: { instrument: string; hasStarter: boolean; isTaught: boolean }[]
} {
  const listed = listedQuery.all(actor)
  const has = new Set(listed.map(({ instrument }) => instrument.toLowerCase()))
  const taught = listTaughtInstruments(actor)
  const isTaught = new Set(taught.map((each) => each.toLowerCase()))
  const starters = new Set(starterInstruments.map((each) => each.toLowerCase()))
  const others = [...groupBy([...taught, ...starterInstruments], (each) => each.toLowerCase()).entries()]
  return {
    listed,
    unlisted: others
      .filter(([folded]) => !has.has(folded))
      .map(([folded, [name]]) => ({
        instrument: name ?? folded,
        hasStarter: starters.has(folded),
        isTaught: isTaught.has(folded),
      }))
      .sort((a, b) => Number(b.isTaught) - Number(a.isTaught) || a.instrument.localeCompare(b.instrument)),
  }
}

const listedQuery = query((_, own) =>
  select({ instrument: sql<string>`min(${skills.instrument})`, count: count() })
    .from(skills)
    .where(and(own(skills), isNull(skills.archivedAt)))
    .groupBy(sql`lower(${skills.instrument})`)
    .orderBy(sql`lower(${skills.instrument})`),
)

const listTaughtInstruments = (actor: Actor): string[] =>
  (["students", "classes"] as const)
    .flatMap((table) => taughtQuery(table).all(actor))
    .flatMap(({ instrument }) => (instrument?.trim() ? [instrument.trim()] : []))

const taughtQuery = queryEach((name: "students" | "classes", _, own) => {
  const table = name === "students" ? students : classes
  return selectDistinct({ instrument: table.instrument })
    .from(table)
    .where(and(own(table), isNotNull(table.instrument)))
})
