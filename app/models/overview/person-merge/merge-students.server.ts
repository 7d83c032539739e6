import { transact } from "db/client.server"
import { skillStates } from "db/schema/learning"
import { studentInstruments, studentStatusChanges, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { told } from "db/schema/teaching-told"
import { and, eq, isNull, sql } from "drizzle-orm"
import { z } from "zod"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import type { ItemOutcome, TaskWork } from "~/models/foundation/task/run-task.server"
import { listClassesToRename } from "~/models/people/student/own-classes.server"
import { now } from "~/utils/clock.server"
import { fullName } from "~/utils/names"
import { fieldsOf, findClashes, findPair, loginOf, type Pair } from "./compare-students.server"
import { keepLaterAnswers } from "./event-answers.server"
import { MergeFacts, refuse } from "./merge-facts.server"
import { idsOf, MergeLog, Merging, walkBackWhole } from "./merge-log.server"
import { moveAnswers, moveRows } from "./move-rows.server"
import { hasEndedSince, leaveFamily, wasInvoicedSince } from "./other-family.server"
import { chosenOf, type FieldChoice, joinTexts } from "./person-merge"
import { absorbSeat, listSharedLessons, spotThatGoes } from "./seat-clashes.server"
import { giveBookingsBack, wasTaughtSince } from "./since-merge.server"

// Two entries of one student become one. Everything that hangs on the one that goes joins the other; invoices and receipts
// keep the name they were made with.

const Before = z.object({ keepId: z.string(), name: z.string(), status: z.string(), log: MergeLog })

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
  keepLaterAnswers(actor, log, pair)
  moveRows(actor, log, "student", { keepId, goneId })
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
    before: { keepId, name: fullName(gone), status: gone.status, log: { steps: log.steps } },
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

function takeBack(actor: Actor, { keepId, name, status, log }: z.output<typeof Before>): ItemOutcome {
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
    return true
  })
  if (!done) return refuse("changed-since")
  recordEvent(actor, { noun: "student", verb: "unmerge", nounId: keepId, after: { name } })
  return { ok: true, note: `${name} is back`, made: keepId }
}
