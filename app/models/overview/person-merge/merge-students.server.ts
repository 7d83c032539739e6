import { transact } from "db/client.server"
import { skillStates } from "db/schema/learning"
import { charges } from "db/schema/money"
import { studentInstruments, studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { bookings, seats } from "db/schema/teaching-sessions"
import { and, eq, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { RowChange, undoable } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { putFeesBack, settleMerged } from "~/models/money/event-fee/event-fee.server"
import { listClassesToRename } from "~/models/people/student/own-classes.server"
import { studentFields } from "~/models/people/student/student-fields"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { fieldsOf, findClashes, findPair, loginOf, type Pair } from "./compare-students.server"
import { moveChosen, movedIn } from "./hanging-rows.server"
import { MergeFacts, refuse } from "./merge-facts.server"
import { joinLetters, partLetters } from "./merged-letters.server"
import { moveAnswers, moveRows } from "./move-rows.server"
import { hasEndedSince, leaveFamily, wasInvoicedSince } from "./other-family.server"
import { chosenOf, type FieldChoice, joinTexts } from "./person-merge"
import { absorbSeat, listSharedLessons, spotThatGoes } from "./seat-clashes.server"

/**
 * Whether a class that came with a merge has lessons or charges since then. They are the kept student's: undone, the class
 * would go back without them, its lessons would be seated again, and the family would pay twice.
 */
function wasTaughtSince(actor: Actor, keepId: string, changes: readonly RowChange[]): boolean {
  const classes = movedIn(changes, enrollments, "studentId")
  return [seats, charges].some((table) => {
    const known = new Set(movedIn(changes, table, "studentId"))
    return ownRows(actor, table, ["id"])
      .where(and(inArray(table.enrollmentId, classes), eq(table.studentId, keepId)))
      .all()
      .some(({ id }) => !known.has(id))
  })
}

/**
 * Lessons of a class that went back, booked anew for the kept student while the merge stood, as after being canceled and
 * restored or made since: the returned student is booked in them. Call it once the merge is walked back.
 */
function giveBookingsBack(
  actor: Actor,
  { keepId, goneId }: Omit<MergeFacts, "choices">,
  changes: readonly RowChange[],
) {
  const ids = JSON.stringify(movedIn(changes, enrollments, "studentId"))
  change(
    actor,
    bookings,
    and(
      eq(bookings.resource, "student"),
      eq(bookings.resourceId, keepId),
      sql`${bookings.sessionId} in (
            select s.id from enrollments e
            join sessions s on s.school_id = e.school_id and s.class_id = e.class_id
              and s.local_date >= e.starts_on and (e.ends_on is null or s.local_date <= e.ends_on)
            where e.school_id = ${actor.school.id} and e.id in (select value from json_each(${ids}))
              and not exists (select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
                and b.resource = 'student' and b.resource_id = e.student_id)
              and not exists (select 1 from enrollments k where k.school_id = s.school_id and k.class_id = s.class_id
                and k.student_id = ${keepId})
              and not exists (select 1 from seats x where x.school_id = s.school_id and x.session_id = s.id
                and x.student_id = ${keepId}))`,
    ),
    { resourceId: goneId },
  )
}

// Both entries of a student can be invited to one event: the answer that was given later is the student's, and a result isn't
// lost.

/** Of two invitations to one event the one with a result stays, else the one that was answered later. Answers these events. */
function keepLaterAnswers(actor: Actor, { keep, gone }: Pair): string[] {
  const theirs = new Map(listInvitations(actor, gone.id).map((each) => [each.guest.occasionId, each.guest]))
  const doubled: string[] = []
  for (const { guest, title } of listInvitations(actor, keep.id)) {
    const other = theirs.get(guest.occasionId)
    if (!other) continue
    doubled.push(guest.occasionId)
    const ahead =
      Number(other.resultOn !== null) - Number(guest.resultOn !== null) ||
      (other.answeredAt ?? 0) - (guest.answeredAt ?? 0)
    // What is left doubled goes with the entry that goes.
    if (ahead > 0) remove(actor, occasionGuests, guest.id)
    if (guest.answer !== other.answer)
      recordEvent(actor, "occasion.keep-answer", guest.occasionId, {
        after: { name: fullName(keep), event: title },
      })
  }
  return doubled
}

const listInvitations = (actor: Actor, studentId: string) =>
  select({ guest: occasionGuests, title: occasions.title })
    .from(occasionGuests)
    .innerJoin(occasions, joined(occasions, occasionGuests.occasionId))
    .where(and(own(actor, occasionGuests), eq(occasionGuests.studentId, studentId)))
    .all()

// Two entries of one student become one. Everything that hangs on the one that goes joins the other; invoices and receipts
// keep the name they were made with.

const Before = z.object({
  keepId: z.string(),
  name: z.string(),
  status: z.string(),
  changes: RowChange.array(),
  /** The events' fees that were charged twice. */
  feeIds: z.array(z.string()).default([]),
  /** Of letters that waited. */
  letters: RowChange.array().default([]),
})

export const mergeStudentsWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: merge,
  undo: (actor, { goneId }, { before }) =>
    before === null ? refuse("erased") : takeBack(actor, goneId, Before.parse(before)),
}

function merge(actor: Actor, { keepId, goneId, choices }: MergeFacts): ItemOutcome {
  if (keepId === goneId) return refuse("same")
  const pair = findPair(actor, keepId, goneId)
  if (!pair) return refuse("not-found")
  const [clash] = findClashes(actor, pair).clashes
  if (clash) return { ok: false, reason: clash.text }
  const { keep, gone } = pair
  const chosen = new Map(fieldsOf(actor, pair).map((field) => [field.name, chosenOf(field, choices)]))
  let doubled: string[] = []
  const changes = undoable(() => {
    for (const lesson of listSharedLessons(actor, keepId, goneId)) {
      const spot = spotThatGoes(actor, lesson)
      if (spot) absorbSeat(actor, spot)
    }
    moveAnswers(actor, { noun: "student", keepId, goneId }, chosen)
    const statuses = { table: studentStatusChanges, column: "studentId" }
    moveChosen(actor, statuses, { keepId, goneId }, chosen.get("status"))
    closeDoubledSkills(actor, pair)
    leaveFamily(actor, pair)
    doubled = keepLaterAnswers(actor, pair)
    moveRows(actor, "student", { keepId, goneId })
    const facts = factsOf(actor, pair, chosen)
    renameClasses(actor, pair, facts)
    remove(actor, students, goneId)
    change(actor, students, keepId, facts)
    dropMainInstrument(actor, keepId)
  })
  const feeIds = settleMerged(actor, keepId, doubled)
  const merged = find(actor, students, keepId)
  const letters = joinLetters(actor, { keep, gone }, merged)
  revokeLinks("student-invitation", goneId)
  recordEvent(actor, "student.merge", keepId, {
    before: { name: fullName(gone), id: goneId },
    after: { name: fullName(keep) },
  })
  return {
    ok: true,
    note: `joined ${fullName(keep)}`,
    made: keepId,
    before: { keepId, name: fullName(gone), status: gone.status, changes, feeIds, letters },
  }
}

/** What the student's own row says afterward, by column. */
function factsOf(actor: Actor, { keep, gone }: Pair, chosen: ReadonlyMap<string, FieldChoice>) {
  const facts: Omit<Partial<typeof students.$inferSelect>, "schoolId"> = {
    memberId: loginOf(actor, { keep, gone }) ?? null,
  }
  for (const column of ["status", ...studentFields] as const)
    if (chosen.get(column) === "gone") Object.assign(facts, { [column]: gone[column] })
  if (chosen.get("instrument") === "gone")
    Object.assign(facts, { instrument: gone.instrument, level: gone.level })
  for (const column of ["medicalNotes", "notes"] as const)
    if (chosen.get(column) === "both") facts[column] = joinTexts(keep[column] ?? "", gone[column] ?? "")
  return facts
}

/** Private classes that were named for either of them are named for the student who stays. */
function renameClasses(actor: Actor, { keep, gone }: Pair, facts: ReturnType<typeof factsOf>) {
  const name = fullName({ ...keep, ...facts })
  for (const was of new Set([fullName(keep), fullName(gone)]))
    for (const { id, after } of listClassesToRename(actor, keep.id, was, name))
      change(actor, classes, id, { name: after })
}

/** Where both have a state of one skill, that of the student who stays counts and the other is history. */
function closeDoubledSkills(actor: Actor, { keep, gone }: Pair) {
  const isCurrent = isNull(skillStates.supersededAt)
  const known = ownRows(actor, skillStates, ["skillId"])
    .where(and(eq(skillStates.studentId, keep.id), isCurrent))
    .all()
  for (const { skillId } of known) {
    const ofGone = and(eq(skillStates.studentId, gone.id), eq(skillStates.skillId, skillId), isCurrent)
    change(actor, skillStates, ofGone, { supersededAt: now() })
  }
}

/** The first instrument stands on the student, not beside it. */
function dropMainInstrument(actor: Actor, studentId: string) {
  const main = find(actor, students, studentId)
  const doubled = sql`${studentInstruments.studentId} = ${studentId}
    and lower(${studentInstruments.instrument}) = lower(${main?.instrument ?? ""})`
  remove(actor, studentInstruments, doubled)
}

function takeBack(
  actor: Actor,
  goneId: string,
  { keepId, name, status, changes, feeIds, letters }: z.output<typeof Before>,
): ItemOutcome {
  const present = find(actor, students, keepId)
  if (!present) return refuse("not-found")
  if (present.erasedAt !== null) return refuse("erased")
  if (countsTowardPlan(status) && seatsLeft(findPlanUsage(actor).students) < 1) return refuse("plan-full")
  if (wasTaughtSince(actor, keepId, changes)) return refuse("taught-since")
  if (wasInvoicedSince(actor, changes)) return refuse("invoiced-since")
  if (hasEndedSince(actor, changes)) return refuse("ended-since")
  const done = transact(() => {
    if (undo(actor, changes)) return false
    giveBookingsBack(actor, { keepId, goneId }, changes)
    putFeesBack(actor, feeIds)
    partLetters(actor, letters)
    return true
  })
  if (!done) return refuse("changed-since")
  recordEvent(actor, "student.unmerge", keepId, { after: { name } })
  return { ok: true, note: `${name} is back`, made: keepId }
}
