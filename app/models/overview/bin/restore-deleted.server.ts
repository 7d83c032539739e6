import { transact } from "db/client.server"
import { savedFilters } from "db/schema/foundation-lists"
import { guardians } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, count, eq, getTableName, sql } from "drizzle-orm"
import { mostStatuses } from "~/models/accounts/custom-status/custom-status"
import { listOwnStatuses, takenBy } from "~/models/accounts/custom-status/custom-status.server"
import { isSchoolHeld } from "~/models/accounts/school/legal-hold.server"
import { countsTowardPlan, seatsLeft } from "~/models/accounts/subscription/plan-usage"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, ownRows, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { Row } from "~/models/foundation/access/row-changes.server"
import { undo } from "~/models/foundation/access/undo.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { DeletedNoun } from "~/models/foundation/deleted-record/deleted-record"
import {
  dropDeleted,
  findDeleted,
  isOptional,
  type KeptRecord,
  listOldStudents,
} from "~/models/foundation/deleted-record/deleted-record.server"
import { mostFilters } from "~/models/foundation/saved-filter/saved-filter.server"
import { listTerms } from "~/models/foundation/term/term.server"
import { findLearner } from "~/models/learning/learner/learner.server"
import { minutesBetween, mostADay } from "~/models/learning/practice/practice.server"
import { listPieces, mostPieces } from "~/models/learning/repertoire/repertoire.server"
import { findOpenEntry } from "~/models/money/bank-import/bank-import.server"
import { setAsideFor } from "~/models/money/bank-import/record-entry.server"
import { isClosed } from "~/models/money/closing/closing.server"
import { resumeWithFee } from "~/models/money/event-fee/event-fee.server"
import { findExpense } from "~/models/money/expense/expenses.server"
import { hasItemsOfOthers } from "~/models/money/invoice/draft-invoice.server"
import { findMergedInto } from "~/models/people/family/merged-family.server"
import { dropDoubledInstruments } from "~/models/people/student/instruments.server"
import { isCodeTaken } from "~/models/people/student/student.server"
import { resumeCoTeaching } from "~/models/teaching/class/co-teaching.server"
import { refusalToResume, resumeEnrollment } from "~/models/teaching/class/enroll.server"
import { tellLeadOfRestored } from "~/models/teaching/occasion/occasion.server"
import { refusalToReturn } from "~/models/teaching/occasion/occasion-guests.server"
import { AgreedPrice, makeRoomForPrice } from "~/models/teaching/price/replaced-price.server"
import type { RestoreRefusal } from "~/texts/foundation/refusals"
import type { Result } from "~/utils/result"
import { erasedNames } from "../erasure/erasure"
import { forgetInActivity } from "../erasure/forget-in-activity.server"
import { listUsedInstruments } from "../instrument-merge/merge-instruments.server"

// Restoring from the bin. The rows come back as they were, unless their place is taken meanwhile: the noun's own rules are
// asked first, then the database.

/** Puts back what was deleted, with everything that hung on it. Refused where its place is taken or gone. */
export function restoreDeleted(actor: Actor, id: string): Result<{ name: string }, RestoreRefusal> {
  return allOrNothing((): Result<{ name: string }, RestoreRefusal> => {
    const found = findDeleted(actor, id)
    if (!found) return { ok: false, reason: "not-found" }
    const first = found.changes[0]?.before
    if (typeof first?.familyId === "string" && findMergedInto(actor, first.familyId))
      return { ok: false, reason: "merged" }
    const refused = first && checks[found.noun]?.(actor, first, found)
    if (refused) return { ok: false, reason: refused }
    for (const each of found.changes) {
      const optional = isOptional(each)
      for (const ids of optional ? each.ids.map((one) => [one]) : [each.ids]) {
        const failed = undo(actor, [{ ...each, ids }])
        if (failed && !optional) return { ok: false, reason: failed }
      }
    }
    if (found.noun === "guardian") fitShare(actor, found.recordId)
    if (found.noun === "occasion") resumeOccasion(actor, found.recordId)
    const held = resumptions[found.noun]?.(actor, found.recordId)
    if (held) return { ok: false, reason: held }
    dropDeleted(actor, id)
    recordEvent(actor, "deleted-record.restore", found.recordId, { after: { name: found.name } })
    return { ok: true, name: found.name }
  })
}

/** Deletes something for good before its time is over. */
export function deleteForGood(actor: Actor, id: string): Result<{ name: string }, "not-found" | "held"> {
  return transact(() => {
    const found = findDeleted(actor, id)
    if (!found) return { ok: false, reason: "not-found" }
    if (isSchoolHeld(actor)) return { ok: false, reason: "held" }
    dropDeleted(actor, id)
    if (found.noun === "student") forgetStudent(actor, found)
    recordEvent(actor, "deleted-record.delete", found.recordId, { before: { name: found.name } })
    return { ok: true, name: found.name }
  })
}

/** Lets go for good of students who were deleted long enough ago, as `emptyBins` does of everything else; their names, too. */
export function emptyBinsOfStudents(
  actorOf: (schoolId: string) => Actor | undefined,
  except: Parameters<typeof listOldStudents>[0],
) {
  for (const old of listOldStudents(except)) {
    const actor = actorOf(old.schoolId)
    if (!actor) continue
    transact(() => {
      dropDeleted(actor, old.id)
      forgetStudent(actor, old)
    })
  }
}

/** The activity forgets the name of a student who doesn't come back. */
function forgetStudent(actor: Actor, { recordId, name, changes }: KeptRecord) {
  const row = changes[0]?.before
  const textOf = (value: unknown) => (typeof value === "string" ? value : null)
  const email = textOf(row?.email)
  const ofName = { firstName: textOf(row?.firstName), lastName: textOf(row?.lastName) }
  const classIds = changes.flatMap(({ table, ids }) => (table === getTableName(classes) ? ids : []))
  forgetInActivity(
    actor,
    { names: [name], addresses: email ? [email] : [], erasedName: erasedNames.student },
    { known: { ids: [recordId], memberId: null, ...ofName, classIds, renamed: [] } },
  )
}

type Check = (actor: Actor, row: Row, found: KeptRecord) => RestoreRefusal | undefined

/** What is asked once the rows are back: what books lessons books them again, and a draft's items are still its family's. */
const resumptions: Partial<Record<DeletedNoun, (actor: Actor, id: string) => RestoreRefusal | undefined>> = {
  "co-teaching": resumeCoTeaching,
  expense: (actor, id) => {
    const entryId = findExpense(actor, id)?.bankEntryId
    if (entryId) setAsideFor(actor, entryId)
    return undefined
  },
  enrollment: resumeEnrollment,
  instrument: (actor) => {
    dropDoubledInstruments(actor)
    return undefined
  },
  "draft-invoice": (actor, id) => (hasItemsOfOthers(actor, id) ? "merged" : undefined),
}

/** What a noun's own rules say of its first row. */
const checks: Partial<Record<DeletedNoun, Check>> = {
  enrollment: refusalToResume,
  instrument: (actor, _, { changes }) => {
    const stays = changes.find(({ after }) => after?.instrument)?.after?.instrument
    return stays && !listUsedInstruments(actor).some(({ name }) => name === stays) ? "renamed" : undefined
  },
  // An event, or one of its students.
  occasion: (actor, { occasionId, studentId }) =>
    studentId === undefined
      ? undefined
      : refusalToReturn(actor, { occasionId: String(occasionId), studentId: String(studentId) }),
  term: (actor, { startsOn, endsOn }) =>
    listTerms(actor).some((term) => term.startsOn <= String(endsOn) && term.endsOn >= String(startsOn))
      ? "overlaps"
      : undefined,
  "own-price": (actor, row) => makeRoomForPrice(actor, String(row.enrollmentId), AgreedPrice.parse(row)),
  "own-status": (actor, { name, letters, retiredAt }) => {
    const present = listOwnStatuses(actor)
    if (takenBy(present, { name: String(name), letters: String(letters) })) return "name-taken"
    const offered = present.filter(({ isRetired }) => !isRetired).length
    return retiredAt === null && offered >= mostStatuses ? "full" : undefined
  },
  "saved-filter": (actor, { memberId, noun, name }) => {
    const mine = and(
      own(actor, savedFilters),
      eq(savedFilters.noun, String(noun)),
      eq(savedFilters.memberId, String(memberId)),
    )
    const known = select({ name: savedFilters.name }).from(savedFilters).where(mine).all()
    if (known.some((other) => other.name === name)) return "name-taken"
    return known.length >= mostFilters ? "full" : undefined
  },
  student: (actor, { status, code, id }) => {
    if (typeof code === "string" && isCodeTaken(actor, code, String(id))) return "id-taken"
    return countsTowardPlan(String(status)) && seatsLeft(findPlanUsage(actor).students) < 1
      ? "full"
      : undefined
  },
  piece: (actor, { studentId, title, composer }) => {
    const learner = findLearner(actor, String(studentId))
    if (!learner) return "place-gone"
    const known = listPieces(actor, learner)
    if (known.length >= mostPieces) return "full"
    const nameOf = (piece: { title: unknown; composer: unknown }) =>
      `${piece.title} ${piece.composer ?? ""}`.toLowerCase()
    return known.some((other) => nameOf(other) === nameOf({ title, composer })) ? "name-taken" : undefined
  },
  practice: (actor, { studentId, day, minutes }) =>
    minutesBetween(actor, { id: String(studentId) }, String(day), String(day)) + Number(minutes) > mostADay
      ? "full"
      : undefined,
  expense: (actor, { spentOn, bankEntryId }) => {
    if (isClosed(actor, String(spentOn))) return "closed"
    // The transfer that it was recorded from may have been recorded as something else since.
    return typeof bankEntryId === "string" && !findOpenEntry(actor, bankEntryId) ? "transfer-used" : undefined
  },
  "draft-invoice": (actor, { currency }) => (currency === actor.school.currency ? undefined : "currency"),
}

function resumeOccasion(actor: Actor, id: string) {
  tellLeadOfRestored(actor, id)
  resumeWithFee(actor, id)
}

/** The shares of a family's invoices stay as they were divided meanwhile. */
function fitShare(actor: Actor, guardianId: string) {
  const found = find(actor, guardians, guardianId)
  if (!found) return
  const sum = ownRows(actor, guardians, {
    share: sql<number>`coalesce(sum(${guardians.payerShare}), 0)`,
    n: count(),
  })
    .where(eq(guardians.familyId, found.familyId))
    .get()
  if (sum?.share === 10_000) return
  change(actor, guardians, guardianId, { payerShare: 0, payerAmountMinor: null })
}
