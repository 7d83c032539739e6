import { transact } from "db/client.server"
import { arrangedLessons } from "db/schema/attendance-absences"
import { savedFilters } from "db/schema/foundation-lists"
import { payRates, paySlips } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { classes, classTeachers } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { arrangementDrafts, teacherAvailability } from "db/schema/teaching-teacher-time"
import { told } from "db/schema/teaching-told"
import { and, eq, getTableName, gte, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columnOf, type KeyedTable } from "~/models/foundation/access/declared-tables.server"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { beginsLater } from "~/models/teaching/session/begins-later.server"
import { now } from "~/utils/clock.server"
import {
  findTeacherPair,
  findTeacherRow,
  loginsOf,
  type TeacherPair,
  teacherFieldsOf,
} from "./compare-teachers.server"
import { MergeFacts, refuse } from "./merge-facts.server"
import { hangingOn, idsOf, MergeLog, Merging, walkBackWhole } from "./merge-log.server"
import { moveAnswers, moveRows } from "./move-rows.server"
import { chosenOf, type FieldChoice, joinTexts } from "./person-merge"
import { findTeacherClashes } from "./teacher-clashes.server"

type Ids = { keepId: string; goneId: string }

/**
 * A class of one of the two doesn’t have the other beside its own teacher any longer. Where both are beside another
 * teacher, their days become one stretch.
 */
function joinCoTeaching(actor: Actor, log: Merging, { keepId, goneId }: Ids) {
  const rows = select({
    id: classTeachers.id,
    classId: classTeachers.classId,
    teacherId: classTeachers.teacherId,
    startsOn: classTeachers.startsOn,
    endsOn: classTeachers.endsOn,
    mainId: classes.teacherId,
  })
    .from(classTeachers)
    .innerJoin(classes, joined(classes, classTeachers.classId))
    .where(and(own(actor, classTeachers), inArray(classTeachers.teacherId, [keepId, goneId])))
    .all()
  const isMain = ({ mainId }: (typeof rows)[number]) => mainId === keepId || mainId === goneId
  log.remove(
    classTeachers,
    rows.filter(isMain).map(({ id }) => id),
  )
  const beside = rows.filter((row) => !isMain(row))
  const kept = beside.filter(({ teacherId }) => teacherId === keepId)
  for (const row of beside.filter(({ teacherId }) => teacherId === goneId)) {
    const same = kept.find((other) => other.classId === row.classId && overlap(other, row))
    if (!same) {
      log.move(classTeachers, "teacherId", [row.id], goneId, keepId)
      kept.push(row)
      continue
    }
    const startsOn = row.startsOn < same.startsOn ? row.startsOn : same.startsOn
    const endsOn = laterEnd(row.endsOn, same.endsOn)
    log.set(classTeachers, "startsOn", [same.id], { before: same.startsOn, after: startsOn })
    log.set(classTeachers, "endsOn", [same.id], { before: same.endsOn, after: endsOn })
    log.remove(classTeachers, [row.id])
    Object.assign(same, { startsOn, endsOn })
  }
}

type Stretch = { startsOn: string; endsOn: string | null }

const overlap = (one: Stretch, other: Stretch) =>
  one.startsOn <= (other.endsOn ?? "9999") && other.startsOn <= (one.endsOn ?? "9999")

const laterEnd = (one: string | null, other: string | null) =>
  one === null || other === null ? null : one > other ? one : other

/** Texts that name a teacher by ID, and are read again: what an undo puts back, and filters of lists. */
const namingTexts: readonly { table: KeyedTable; column: string }[] = [
  { table: scheduleChanges, column: "before" },
  { table: classChanges, column: "before" },
  { table: arrangedLessons, column: "before" },
  { table: arrangedLessons, column: "after" },
  { table: arrangementDrafts, column: "choices" },
  { table: savedFilters, column: "query" },
]

/** Says the teacher who stays wherever a text that is read again names the other by ID. */
function renameInTexts(actor: Actor, log: Merging, { keepId, goneId }: Ids) {
  for (const { table, column } of namingTexts) {
    const text = columnOf(table, column)
    const found = select({ id: sql<string>`${table.id}`, text: sql<string>`${text}` })
      .from(table)
      .where(and(own(actor, table), sql`instr(coalesce(${text}, ''), ${goneId}) > 0`))
      .all()
    for (const row of found)
      log.set(table, column, [row.id], { before: row.text, after: row.text.replaceAll(goneId, keepId) })
  }
  // Rows that wait for their letter, and go with it: an undo of the merge finds no fault with that.
  change(actor, told, sql`instr(${told.known}, ${goneId}) > 0`, {
    known: sql`replace(${told.known}, ${goneId}, ${keepId})`,
  })
}

// Two profiles of one teacher become one, with classes, lessons, time off and pay. Payslips move along and say what they
// said; of rates and teaching hours those that were chosen stay.

const Before = z.object({
  keepId: z.string(),
  name: z.string(),
  /** When they became one, UTC milliseconds. */
  at: z.number(),
  /** Both were active: undone, one more spot of the plan is taken. */
  freedSpot: z.boolean(),
  /** The payslips that were there then. */
  slips: z.array(z.string()),
  log: MergeLog,
})
type Before = z.output<typeof Before>

export const mergeTeachersWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: merge,
  undo: (actor, _about, { before }) => takeBack(actor, Before.parse(before)),
}

const slipsOf = (actor: Actor, teacherId: string) => idsOf(actor, paySlips, eq(paySlips.teacherId, teacherId))

function merge(actor: Actor, { keepId, goneId, choices }: MergeFacts): ItemOutcome {
  if (keepId === goneId) return refuse("same")
  const pair = findTeacherPair(actor, keepId, goneId)
  if (!pair) return refuse("not-found")
  const [clash] = findTeacherClashes(actor, pair)
  if (clash) return { ok: false, reason: clash.text }
  const { keep, gone } = pair
  const log = new Merging(actor)
  const chosen = new Map(teacherFieldsOf(actor, pair).map((field) => [field.name, chosenOf(field, choices)]))
  const facts = factsOf(actor, pair, chosen)
  const { stays, leaves } = loginsOf(actor, pair)
  moveAnswers(actor, log, { noun: "teacher", keepId, goneId }, chosen)
  for (const [name, table] of [
    ["hours", teacherAvailability],
    ["rates", payRates],
  ] as const)
    moveChosen(actor, log, { table, column: "teacherId" }, { keepId, goneId, choice: chosen.get(name) })
  joinCoTeaching(actor, log, { keepId, goneId })
  moveRows(actor, log, "teacher", { keepId, goneId })
  if (stays && leaves) moveRows(actor, log, "login", { keepId: stays, goneId: leaves })
  renameInTexts(actor, log, { keepId, goneId })
  const slips = slipsOf(actor, keepId)
  log.remove(teachers, [goneId])
  for (const [column, change] of facts) log.set(teachers, column, [keepId], change)
  revokeLinks("teacher-invitation", goneId)
  recordEvent(actor, {
    noun: "teacher",
    verb: "merge",
    nounId: keepId,
    before: { name: gone.name, id: goneId },
    after: { name: keep.name },
  })
  const freedSpot = keep.deactivatedAt === null && gone.deactivatedAt === null
  const before: Before = { keepId, name: gone.name, at: now(), freedSpot, slips, log: { steps: log.steps } }
  return { ok: true, note: `joined ${keep.name}`, made: keepId, before }
}

/** Of two sets of rows the chosen one stays as a whole. */
function moveChosen(
  actor: Actor,
  log: Merging,
  hanging: { table: typeof teacherAvailability | typeof payRates; column: "teacherId" },
  { keepId, goneId, choice }: { keepId: string; goneId: string; choice: FieldChoice | undefined },
) {
  const [ofKeep, ofGone] = [hangingOn(actor, hanging, keepId), hangingOn(actor, hanging, goneId)]
  log.remove(hanging.table, choice === "gone" ? ofKeep : ofGone)
  if (choice === "gone") log.move(hanging.table, hanging.column, ofGone, goneId, keepId)
}

/** What the teacher's own row says afterward, by column. */
function factsOf(actor: Actor, pair: TeacherPair, chosen: ReadonlyMap<string, FieldChoice>) {
  const { keep, gone } = pair
  const changes = new Map<string, { before: string | number | null; after: string | number | null }>()
  for (const column of ["name", "email", "phone", "instruments", "about"] as const) {
    const choice = chosen.get(column)
    if (choice === "gone") changes.set(column, { before: keep[column], after: gone[column] })
    if (choice === "both") {
      const [one, other] = [keep[column] ?? "", gone[column] ?? ""]
      const after = column === "instruments" ? joinWords(one, other) : joinTexts(one, other)
      changes.set(column, { before: keep[column], after })
    }
  }
  changes.set("memberId", { before: keep.memberId, after: loginsOf(actor, pair).stays })
  if (gone.deactivatedAt === null) changes.set("deactivatedAt", { before: keep.deactivatedAt, after: null })
  return changes
}

/** "Piano, Organ" and "piano, Voice" as "Piano, Organ, Voice". */
function joinWords(one: string, other: string): string {
  const words = new Map<string, string>()
  for (const word of `${one},${other}`.split(",").map((each) => each.trim()))
    if (word && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  return [...words.values()].join(", ")
}

function takeBack(actor: Actor, before: Before): ItemOutcome {
  const { keepId, name, freedSpot, slips, log } = before
  const present = findTeacherRow(actor, keepId)
  if (!present) return refuse("not-found")
  if (present.erasedAt !== null) return refuse("erased")
  if (freedSpot && seatsLeft(findPlanUsage(actor).teachers) < 1) return refuse("teachers-full")
  if (slipsOf(actor, keepId).some((id) => !slips.includes(id))) return refuse("paid-since")
  const done = transact(() => {
    if (!walkBackWhole(actor, log)) return false
    giveNewLessonsBack(actor, before)
    giveBookingsBack(actor, before)
    return true
  })
  if (!done) return refuse("changed-since")
  recordEvent(actor, { noun: "teacher", verb: "unmerge", nounId: keepId, after: { name } })
  return { ok: true, note: `${name} is back`, made: keepId }
}

/** Lessons that are the returned teacher's and are booked for the other one: made, or booked again, since the merge. */
function giveBookingsBack(actor: Actor, { keepId, log }: Before) {
  const given = log.steps.find(
    (step) =>
      step.act === "set" &&
      step.column === "teacherId" &&
      [classes, sessions].some((table) => step.table === getTableName(table)),
  )
  if (given?.act !== "set" || typeof given.before !== "string") return
  change(
    actor,
    bookings,
    and(
      eq(bookings.resource, "teacher"),
      eq(bookings.resourceId, keepId),
      sql`${bookings.sessionId} in (select s.id from sessions s
          where s.school_id = ${actor.school.id} and s.teacher_id = ${given.before}
            and not exists (select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
              and b.resource = 'teacher' and b.resource_id = s.teacher_id))`,
    ),
    { resourceId: given.before },
  )
}

/** Lessons of a class that goes back, and that were made since: those to come are its teacher's again. */
function giveNewLessonsBack(actor: Actor, { keepId, at, log }: Before) {
  const moved = (table: typeof classes | typeof sessions) =>
    log.steps.flatMap((step) =>
      step.act === "set" && step.column === "teacherId" && step.table === getTableName(table) ? [step] : [],
    )
  const classIds = moved(classes).flatMap(({ ids }) => ids)
  const goneId = moved(classes)[0]?.before
  if (typeof goneId !== "string") return
  const fresh = select({ id: sessions.id })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, classIds),
        eq(classes.teacherId, goneId),
        eq(sessions.teacherId, keepId),
        gte(sessions.createdAt, at),
        beginsLater(),
        isNull(sessions.registerTakenAt),
      ),
    )
    .all()
    .map(({ id }) => id)
  if (fresh.length === 0) return
  change(actor, sessions, inArray(sessions.id, fresh), { teacherId: goneId })
}
