import { transact } from "db/client.server"
import { skillStates } from "db/schema/learning"
import { charges } from "db/schema/money"
import { studentInstruments, studentStatusChanges, students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { occasionGuests, occasions } from "db/schema/teaching-occasions"
import { bookings, seats } from "db/schema/teaching-sessions"
import { told } from "db/schema/teaching-told"
import { and, eq, getTableName, inArray, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { putFeesBack, settleMerged } from "~/models/money/event-fee/event-fee.server"
import { listClassesToRename } from "~/models/people/student/own-classes.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { fieldsOf, findClashes, findPair, loginOf, type Pair } from "./compare-students.server"
import { MergeFacts, refuse } from "./merge-facts.server"
import { idsOf, MergeLog, Merging, walkBackWhole } from "./merge-log.server"
import { moveAnswers, moveRows } from "./move-rows.server"
import { hasEndedSince, leaveFamily, wasInvoicedSince } from "./other-family.server"
import { chosenOf, type FieldChoice, joinTexts } from "./person-merge"
import { absorbSeat, listSharedLessons, spotThatGoes } from "./seat-clashes.server"

/** The rows that a merge gave to another student, by their table. */
const movedIn = ({ steps }: MergeLog, table: typeof enrollments | typeof seats | typeof charges): string[] =>
  steps.flatMap((step) =>
    step.act === "set" && step.column === "studentId" && step.table === getTableName(table) ? step.ids : [],
  )

/**
 * Whether a class that came with a merge has lessons or charges since then. They are the kept student's: undone, the class
 * would go back without them, its lessons would be seated again, and the family would pay twice.
 */
function wasTaughtSince(actor: Actor, keepId: string, log: MergeLog): boolean {
  const classes = movedIn(log, enrollments)
  return [seats, charges].some((table) => {
    const known = new Set(movedIn(log, table))
    return select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), inArray(table.enrollmentId, classes), eq(table.studentId, keepId)))
      .all()
      .some(({ id }) => !known.has(id))
  })
}

/**
 * Lessons of a class that went back, booked anew for the kept student while the merge stood, as after being canceled and
 * restored or made since: the returned student is booked in them. Call it once the merge is walked back.
 */
function giveBookingsBack(actor: Actor, keepId: string, { steps }: MergeLog) {
  const stays = steps.flatMap((step) =>
    step.act === "set" && step.column === "studentId" && step.table === getTableName(enrollments)
      ? [step]
      : [],
  )
  for (const { ids, before: goneId } of stays)
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
            where e.school_id = ${actor.school.id} and e.id in (select value from json_each(${JSON.stringify(ids)}))
              and not exists (select 1 from bookings b where b.school_id = s.school_id and b.session_id = s.id
                and b.resource = 'student' and b.resource_id = e.student_id)
              and not exists (select 1 from enrollments k where k.school_id = s.school_id and k.class_id = s.class_id
                and k.student_id = ${keepId})
              and not exists (select 1 from seats x where x.school_id = s.school_id and x.session_id = s.id
                and x.student_id = ${keepId}))`,
      ),
      { resourceId: String(goneId) },
    )
}

// Both entries of a student can be invited to one event: the answer that was given later is the student's, and a result isn't
// lost.

/** Of two invitations to one event the one with a result stays, else the one that was answered later. Answers these events. */
function keepLaterAnswers(actor: Actor, log: Merging, { keep, gone }: Pair): string[] {
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
    if (ahead > 0) log.remove(occasionGuests, [guest.id])
    if (guest.answer !== other.answer)
      recordEvent(actor, {
        verb: "keep-answer",
        noun: "occasion",
        nounId: guest.occasionId,
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
  log: MergeLog,
  /** The events' fees that were charged twice. */
  feeIds: z.array(z.string()).default([]),
})

export const mergeStudentsWork: TaskWork<MergeFacts> = {
  about: MergeFacts,
  atMost: 1,
  carryOut: merge,
  undo: (actor, _about, { before }) =>
    before === null ? refuse("erased") : takeBack(actor, Before.parse(before)),
}

function merge(actor: Actor, { keepId, goneId, choices }: MergeFacts): ItemOutcome {
  if (keepId === goneId) return refuse("same")
  const pair = findPair(actor, keepId, goneId)
  if (!pair) return refuse("not-found")
  const [clash] = findClashes(actor, pair).clashes
  if (clash) return { ok: false, reason: clash.text }
  const { keep, gone } = pair
  const log = new Merging(actor)
  const chosen = new Map(fieldsOf(actor, pair).map((field) => [field.name, chosenOf(field, choices)]))
  for (const lesson of listSharedLessons(actor, keepId, goneId)) {
    const spot = spotThatGoes(actor, lesson)
    if (spot) absorbSeat(actor, log, spot)
  }
  moveAnswers(actor, log, { noun: "student", keepId, goneId }, chosen)
  moveStatuses(actor, log, pair, chosen.get("status") ?? "keep")
  closeDoubledSkills(actor, log, pair)
  leaveFamily(actor, log, pair)
  const doubled = keepLaterAnswers(actor, log, pair)
  moveRows(actor, log, "student", { keepId, goneId })
  const feeIds = settleMerged(actor, keepId, doubled)
  const facts = factsOf(actor, pair, chosen)
  renameClasses(actor, log, pair, facts)
  // What waits to be told of lessons names its students.
  change(actor, told, sql`instr(${told.known}, ${goneId}) > 0`, {
    known: sql`replace(${told.known}, ${goneId}, ${keepId})`,
  })
  log.remove(students, [goneId])
  for (const [column, { before, after }] of facts) log.set(students, column, [keepId], { before, after })
  dropMainInstrument(actor, log, keepId)
  revokeLinks("student-invitation", goneId)
  recordEvent(actor, {
    noun: "student",
    verb: "merge",
    nounId: keepId,
    before: { name: fullName(gone), id: goneId },
    after: { name: fullName(keep) },
  })
  return {
    ok: true,
    note: `joined ${fullName(keep)}`,
    made: keepId,
    before: { keepId, name: fullName(gone), status: gone.status, log: { steps: log.steps }, feeIds },
  }
}

/** What the student's own row says afterward, by column. */
function factsOf(actor: Actor, { keep, gone }: Pair, chosen: ReadonlyMap<string, FieldChoice>) {
  const columns = ["firstName", "lastName", "birthDate", "code", "email", "phone", "status"] as const
  const changes = new Map<string, { before: string | null; after: string | null }>()
  for (const column of columns)
    if (chosen.get(column) === "gone") changes.set(column, { before: keep[column], after: gone[column] })
  if (chosen.get("instrument") === "gone")
    for (const column of ["instrument", "level"] as const)
      changes.set(column, { before: keep[column], after: gone[column] })
  for (const column of ["medicalNotes", "notes"] as const) {
    const choice = chosen.get(column)
    if (choice === undefined || choice === "keep") continue
    const [before, other] = [keep[column], gone[column]]
    changes.set(column, {
      before,
      after: choice === "both" ? joinTexts(before ?? "", other ?? "") : other,
    })
  }
  changes.set("memberId", { before: keep.memberId, after: loginOf(actor, { keep, gone }) ?? null })
  return changes
}

/** Private classes that were named for either of them are named for the student who stays. */
function renameClasses(actor: Actor, log: Merging, { keep, gone }: Pair, facts: ReturnType<typeof factsOf>) {
  const { firstName, lastName } = keep
  const name = fullName({
    firstName: facts.get("firstName")?.after ?? firstName,
    lastName: facts.get("lastName")?.after ?? lastName,
  })
  for (const was of new Set([fullName(keep), fullName(gone)]))
    for (const { id, before, after } of listClassesToRename(actor, keep.id, was, name))
      log.set(classes, "name", [id], { before, after })
}

/** The history of the status that was chosen is the student's. */
function moveStatuses(actor: Actor, log: Merging, { keep, gone }: Pair, choice: FieldChoice) {
  const of = (studentId: string) =>
    idsOf(actor, studentStatusChanges, eq(studentStatusChanges.studentId, studentId))
  const [ofKeep, ofGone] = [of(keep.id), of(gone.id)]
  log.remove(studentStatusChanges, choice === "gone" ? ofKeep : ofGone)
  if (choice === "gone") log.move(studentStatusChanges, "studentId", ofGone, gone.id, keep.id)
}

/** Where both have a state of one skill, that of the student who stays counts and the other is history. */
function closeDoubledSkills(actor: Actor, log: Merging, { keep, gone }: Pair) {
  const isCurrent = isNull(skillStates.supersededAt)
  const known = select({ skillId: skillStates.skillId })
    .from(skillStates)
    .where(and(own(actor, skillStates), eq(skillStates.studentId, keep.id), isCurrent))
    .all()
  for (const { skillId } of known) {
    const ofGone = and(eq(skillStates.studentId, gone.id), eq(skillStates.skillId, skillId), isCurrent)
    log.set(skillStates, "supersededAt", idsOf(actor, skillStates, ofGone), { before: null, after: now() })
  }
}

/** The first instrument stands on the student, not beside it. */
function dropMainInstrument(actor: Actor, log: Merging, studentId: string) {
  const main = select({ instrument: students.instrument })
    .from(students)
    .where(own(actor, students, studentId))
    .get()
  const doubled = sql`${studentInstruments.studentId} = ${studentId}
    and lower(${studentInstruments.instrument}) = lower(${main?.instrument ?? ""})`
  log.remove(studentInstruments, idsOf(actor, studentInstruments, doubled))
}

function takeBack(actor: Actor, { keepId, name, status, log, feeIds }: z.output<typeof Before>): ItemOutcome {
  const present = select({ erasedAt: students.erasedAt })
    .from(students)
    .where(own(actor, students, keepId))
    .get()
  if (!present) return refuse("not-found")
  if (present.erasedAt !== null) return refuse("erased")
  if (countsTowardPlan(status) && seatsLeft(findPlanUsage(actor).students) < 1) return refuse("plan-full")
  if (wasTaughtSince(actor, keepId, log)) return refuse("taught-since")
  if (wasInvoicedSince(actor, log)) return refuse("invoiced-since")
  if (hasEndedSince(actor, log)) return refuse("ended-since")
  const done = transact(() => {
    if (!walkBackWhole(actor, log)) return false
    giveBookingsBack(actor, keepId, log)
    putFeesBack(actor, feeIds)
    return true
  })
  if (!done) return refuse("changed-since")
  recordEvent(actor, { noun: "student", verb: "unmerge", nounId: keepId, after: { name } })
  return { ok: true, note: `${name} is back`, made: keepId }
}
