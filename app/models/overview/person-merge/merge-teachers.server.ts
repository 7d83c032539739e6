import { transact } from "db/client.server"
import { arrangedLessons } from "db/schema/attendance-absences"
import { savedFilters } from "db/schema/foundation-lists"
import { payRates, paySlips } from "db/schema/money-pay"
import { members, teachers } from "db/schema/people"
import { classes, classTeachers } from "db/schema/teaching"
import { classChanges } from "db/schema/teaching-class-changes"
import { scheduleChanges } from "db/schema/teaching-schedule-changes"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { arrangementDrafts, teacherAvailability } from "db/schema/teaching-teacher-time"
import { and, eq, gte, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { columnOf, type KeyedTable } from "~/models/foundation/access/declared-tables.server"
import { change, find, idsOf, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { columns, joined, own } from "~/models/foundation/access/own.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { rateText, scopeText } from "~/models/money/pay/pay"
import { readRates } from "~/models/money/pay/pay-reads.server"
import { beginsLater } from "~/models/teaching/session/begins-later.server"
import { listHours } from "~/models/teaching/teacher-time/availability.server"
import { hoursText, weekdayOfHours } from "~/models/teaching/teacher-time/teacher-time"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { compareAnswers, loginOf } from "./compare-students.server"
import { moveChosen, movedIn } from "./hanging-rows.server"
import { MergeFacts, refuse } from "./merge-facts.server"
import { joinLetters, partLetters } from "./merged-letters.server"
import { countMoving, moveAnswers, moveRows } from "./move-rows.server"
import {
  type ComparedField,
  chosenOf,
  compareField,
  type FieldChoice,
  joinTexts,
  type PersonComparison,
} from "./person-merge"
import { findTeacherClashes, teacherRemarks } from "./teacher-clashes.server"

// Two profiles of one teacher side by side.

const findTeacherRow = (actor: Actor, teacherId: string) => find(actor, teachers, teacherId)

type Teacher = NonNullable<ReturnType<typeof findTeacherRow>>
type TeacherPair = { keep: Teacher; gone: Teacher }

function findTeacherPair(actor: Actor, keepId: string, goneId: string): TeacherPair | undefined {
  const [keep, gone] = [findTeacherRow(actor, keepId), findTeacherRow(actor, goneId)]
  return keep?.erasedAt === null && gone?.erasedAt === null && keepId !== goneId ? { keep, gone } : undefined
}

/** The whole comparison; undefined when the school has not both of them. */
export function compareTeachers(actor: Actor, keepId: string, goneId: string): PersonComparison | undefined {
  const pair = findTeacherPair(actor, keepId, goneId)
  if (!pair) return undefined
  const { leaves } = loginsOf(actor, pair)
  return {
    keep: summaryOf(pair.keep),
    gone: summaryOf(pair.gone),
    fields: teacherFieldsOf(actor, pair),
    moves: [...countMoving(actor, "teacher", goneId), ...(leaves ? countMoving(actor, "login", leaves) : [])],
    remarks: teacherRemarks(actor, pair),
    clashes: findTeacherClashes(actor, pair),
  }
}

/** Which login is the teacher’s afterward, and the one that gives way to it. */
function loginsOf(actor: Actor, { keep, gone }: TeacherPair) {
  const stays = loginOf(actor, { keep, gone }) ?? null
  const leaves = [keep.memberId, gone.memberId].find((memberId) => memberId !== null && memberId !== stays)
  return { stays, leaves: stays === null ? undefined : (leaves ?? undefined) }
}

const stateOf = ({ deactivatedAt }: Teacher) => (deactivatedAt === null ? "Active" : "Deactivated")

const summaryOf = (teacher: Teacher) => ({
  id: teacher.id,
  name: teacher.name,
  about: [teacher.instruments, teacher.email, stateOf(teacher)].filter(Boolean).join(" · "),
})

function teacherFieldsOf(actor: Actor, { keep, gone }: TeacherPair): ComparedField[] {
  const login = (memberId: string | null) => memberId && loginText(actor, memberId)
  const { stays } = loginsOf(actor, { keep, gone })
  return [
    compareField("name", "Name", { keep: keep.name, gone: gone.name }),
    compareField("email", "Email", { keep: keep.email, gone: gone.email }),
    compareField("phone", "Phone", { keep: keep.phone, gone: gone.phone }),
    compareField("instruments", "Instruments", {
      keep: keep.instruments,
      gone: gone.instruments,
      longest: 400,
    }),
    compareField("about", "About", { keep: keep.about, gone: gone.about, longest: 1000 }),
    settled("state", "Status", { keep: stateOf(keep), gone: stateOf(gone) }, keep.deactivatedAt === null),
    settled(
      "login",
      "Login",
      { keep: login(keep.memberId) ?? "None", gone: login(gone.memberId) ?? "None" },
      stays === keep.memberId,
    ),
    compareField("hours", "Teaching hours", { keep: hoursOf(actor, keep.id), gone: hoursOf(actor, gone.id) }),
    compareField("rates", "Pay rates", { keep: ratesOf(actor, keep.id), gone: ratesOf(actor, gone.id) }),
    ...compareAnswers(actor, listFields(actor, "teacher"), [keep.id, gone.id]),
  ]
}

/** What no one chooses. */
const settled = (
  name: string,
  label: string,
  { keep, gone }: { keep: string; gone: string },
  isKeep: boolean,
): ComparedField => ({ name, label, keep, gone, choices: [], chosen: isKeep ? "keep" : "gone" })

function loginText(actor: Actor, memberId: string): string {
  const found = find(actor, members, memberId)
  return found?.deactivatedAt === null ? "Set up" : "Locked"
}

const hoursOf = (actor: Actor, teacherId: string): string =>
  listHours(actor, teacherId)
    .map((hours) => `${weekdayOfHours(hours)} ${hoursText(hours)}`)
    .join(", ")

const ratesOf = (actor: Actor, teacherId: string): string =>
  readRates(actor, teacherId)
    .map((rate) => {
      const dates = rate.lastDay ? ` to ${formatDate(rate.lastDay, "medium")}` : ""
      const scope = scopeText(rate)
      return `${rateText(rate, actor.school.currency)}${scope ? ` (${scope})` : ""} from ${formatDate(rate.fromDate, "medium")}${dates}`
    })
    .join("; ")

type Ids = { keepId: string; goneId: string }

/**
 * A class of one of the two doesn’t have the other beside its own teacher any longer. Where both are beside another
 * teacher, their days become one stretch.
 */
function joinCoTeaching(actor: Actor, { keepId, goneId }: Ids) {
  const rows = select({
    ...columns(classTeachers, "id", "classId", "teacherId", "startsOn", "endsOn"),
    mainId: classes.teacherId,
  })
    .from(classTeachers)
    .innerJoin(classes, joined(classes, classTeachers.classId))
    .where(and(own(actor, classTeachers), inArray(classTeachers.teacherId, [keepId, goneId])))
    .all()
  const isMain = ({ mainId }: (typeof rows)[number]) => mainId === keepId || mainId === goneId
  const main = rows.filter(isMain).map(({ id }) => id)
  remove(actor, classTeachers, inArray(classTeachers.id, main))
  const beside = rows.filter((row) => !isMain(row))
  const kept = beside.filter(({ teacherId }) => teacherId === keepId)
  for (const row of beside.filter(({ teacherId }) => teacherId === goneId)) {
    const same = kept.find((other) => other.classId === row.classId && overlap(other, row))
    if (!same) {
      change(actor, classTeachers, row.id, { teacherId: keepId })
      kept.push(row)
      continue
    }
    const startsOn = row.startsOn < same.startsOn ? row.startsOn : same.startsOn
    const endsOn = laterEnd(row.endsOn, same.endsOn)
    change(actor, classTeachers, same.id, { startsOn, endsOn })
    remove(actor, classTeachers, row.id)
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
function renameInTexts(actor: Actor, { keepId, goneId }: Ids) {
  for (const { table, column } of namingTexts) {
    const text = columnOf(table, column)
    const found = ownRows(actor, table, { id: sql<string>`${table.id}`, text: sql<string>`${text}` })
      .where(sql`instr(coalesce(${text}, ''), ${goneId}) > 0`)
      .all()
    for (const row of found) change(actor, table, row.id, { [column]: row.text.replaceAll(goneId, keepId) })
  }
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
  changes: RowChange.array(),
  /** Of letters that waited. */
  letters: RowChange.array().default([]),
})
type Before = z.output<typeof Before>

export const mergeTeachersWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: merge,
  undo: (actor, { goneId }, { before }) => takeBack(actor, goneId, Before.parse(before)),
}

const slipsOf = (actor: Actor, teacherId: string) => idsOf(actor, paySlips, eq(paySlips.teacherId, teacherId))

function merge(actor: Actor, { keepId, goneId, choices }: MergeFacts): ItemOutcome {
  if (keepId === goneId) return refuse("same")
  const pair = findTeacherPair(actor, keepId, goneId)
  if (!pair) return refuse("not-found")
  const [clash] = findTeacherClashes(actor, pair)
  if (clash) return { ok: false, reason: clash.text }
  const { keep, gone } = pair
  const chosen = new Map(teacherFieldsOf(actor, pair).map((field) => [field.name, chosenOf(field, choices)]))
  const facts = factsOf(actor, pair, chosen)
  const { stays, leaves } = loginsOf(actor, pair)
  const changes = undoable(() => {
    moveAnswers(actor, { noun: "teacher", keepId, goneId }, chosen)
    for (const [name, table] of [
      ["hours", teacherAvailability],
      ["rates", payRates],
    ] as const)
      moveChosen(actor, { table, column: "teacherId" }, { keepId, goneId }, chosen.get(name))
    joinCoTeaching(actor, { keepId, goneId })
    moveRows(actor, "teacher", { keepId, goneId })
    if (stays && leaves) moveRows(actor, "login", { keepId: stays, goneId: leaves })
    renameInTexts(actor, { keepId, goneId })
    remove(actor, teachers, goneId)
    change(actor, teachers, keepId, facts)
  })
  const letters = joinLetters(actor, pair, findTeacherRow(actor, keepId))
  const slips = slipsOf(actor, keepId)
  revokeLinks("teacher-invitation", goneId)
  recordEvent(actor, "teacher.merge", keepId, {
    before: { name: gone.name, id: goneId },
    after: { name: keep.name },
  })
  const freedSpot = keep.deactivatedAt === null && gone.deactivatedAt === null
  const before: Before = { keepId, name: gone.name, at: now(), freedSpot, slips, changes, letters }
  return { ok: true, note: `joined ${keep.name}`, made: keepId, before }
}

/** What the teacher's own row says afterward, by column. */
function factsOf(actor: Actor, pair: TeacherPair, chosen: ReadonlyMap<string, FieldChoice>) {
  const { keep, gone } = pair
  const facts: Omit<Partial<typeof teachers.$inferSelect>, "schoolId"> = {
    memberId: loginsOf(actor, pair).stays,
  }
  for (const column of ["name", "email", "phone", "instruments", "about"] as const) {
    const choice = chosen.get(column)
    if (choice === "gone") Object.assign(facts, { [column]: gone[column] })
    const join = column === "instruments" ? joinWords : joinTexts
    if (choice === "both") facts[column] = join(keep[column] ?? "", gone[column] ?? "")
  }
  if (gone.deactivatedAt === null) facts.deactivatedAt = null
  return facts
}

/** "Piano, Organ" and "piano, Voice" as "Piano, Organ, Voice". */
function joinWords(one: string, other: string): string {
  const words = new Map<string, string>()
  for (const word of `${one},${other}`.split(",").map((each) => each.trim()))
    if (word && !words.has(word.toLowerCase())) words.set(word.toLowerCase(), word)
  return [...words.values()].join(", ")
}

function takeBack(actor: Actor, goneId: string, before: Before): ItemOutcome {
  const { keepId, name, freedSpot, slips, changes, letters } = before
  const present = findTeacherRow(actor, keepId)
  if (!present) return refuse("not-found")
  if (present.erasedAt !== null) return refuse("erased")
  if (freedSpot && seatsLeft(findPlanUsage(actor).teachers) < 1) return refuse("teachers-full")
  if (slipsOf(actor, keepId).some((id) => !slips.includes(id))) return refuse("paid-since")
  const done = transact(() => {
    if (undo(actor, changes)) return false
    giveNewLessonsBack(actor, goneId, before)
    giveBookingsBack(actor, goneId, keepId)
    partLetters(actor, letters)
    return true
  })
  if (!done) return refuse("changed-since")
  recordEvent(actor, "teacher.unmerge", keepId, { after: { name } })
  return { ok: true, note: `${name} is back`, made: keepId }
}

/** Lessons that are the returned teacher's and are booked for the other one: made, or booked again, since the merge. */
function giveBookingsBack(actor: Actor, goneId: string, keepId: string) {
  change(
    actor,
    bookings,
    and(
      eq(bookings.resource, "teacher"),
      eq(bookings.resourceId, keepId),
      sql`${bookings.sessionId} in (select s.id from sessions s
          where s.school_id = ${actor.school.id} and s.teacher_id = ${goneId}
            and not exists (select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
              and b.resource = 'teacher' and b.resource_id = s.teacher_id))`,
    ),
    { resourceId: goneId },
  )
}

/** Lessons of a class that goes back, and that were made since: those to come are its teacher's again. */
function giveNewLessonsBack(actor: Actor, goneId: string, { keepId, at, changes }: Before) {
  const fresh = select({ id: sessions.id })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .where(
      and(
        own(actor, sessions),
        inArray(sessions.classId, movedIn(changes, classes, "teacherId")),
        eq(classes.teacherId, goneId),
        eq(sessions.teacherId, keepId),
        gte(sessions.createdAt, at),
        beginsLater(),
        isNull(sessions.registerTakenAt),
      ),
    )
    .all()
    .map(({ id }) => id)
  change(actor, sessions, inArray(sessions.id, fresh), { teacherId: goneId })
}
