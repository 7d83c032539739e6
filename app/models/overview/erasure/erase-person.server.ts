import { transact } from "db/client.server"
import { families, guardians, students } from "db/schema/people"
import { and, eq, isNull } from "drizzle-orm"
import { withdrawExports } from "~/models/accounts/school/school-export.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, find, remove, select } from "~/models/foundation/access/door.server"
import { eraseDeclared } from "~/models/foundation/access/erase-declared.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { forgetDeleted } from "~/models/foundation/deleted-record/deleted-record.server"
import { forgetOutsidePayer, forgetOutsidePayers } from "~/models/money/payer/forget-payers.server"
import { forgetInquiries } from "~/models/people/inquiry/answer-inquiry.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { eraseStudent } from "./erase-student.server"
import { type ErasedNoun, erasedNames } from "./erasure"
import { forgetInActivity, gatherTraces } from "./forget-in-activity.server"
import { forgetInPay } from "./forget-in-pay.server"
import { forgetInMail } from "./forget-mail.server"
import { forgetLogin } from "./forget-member.server"
import { forgetInSelections, forgetInTasks, listRecordsOf } from "./forget-tasks.server"
import { forgetPayer, listOwnClasses } from "./forget-words.server"
import { gatherPerson } from "./gather-person.server"
import { previewErasure } from "./preview-erasure.server"

// Erasing a person: what tells who they were goes for good; from the activity and imported files in steps afterward. Rows
// that money, pay and attendance are made of stay without a name, and issued documents stay as they are.

/** Erases a student, guardian or other payer. Refused while something has to be done first; see previewErasure. */
export function erasePerson(
  actor: Actor,
  noun: ErasedNoun,
  id: string,
): Result<{ familyId: string }, "not-found" | "not-yet"> {
  return transact(() => {
    const preview = previewErasure(actor, noun, id)
    const person = gatherPerson(actor, noun, id)
    if (!preview || !person) return { ok: false, reason: "not-found" }
    if (preview.obstacles.length > 0) return { ok: false, reason: "not-yet" }
    const known = gatherTraces(actor, noun, id)
    const ofClasses = noun === "student" ? listOwnClasses(actor, id) : []
    const renamed = noun === "student" ? eraseStudent(actor, id) : []
    if (noun === "guardian") eraseGuardian(actor, id)
    if (noun === "payer") erasePayer(actor, id)
    forgetElsewhere(actor, noun, id)
    forgetInMail(actor, person)
    forgetInquiries(actor, person)
    for (const theirs of listRecordsOf(actor, noun, id)) forgetDeleted(actor, theirs)
    forgetDeleted(actor, preview.familyId, "draft-invoice")
    if (noun === "guardian") removeUnused(actor, id)
    const emptied = forgetEmptyFamily(actor, preview.familyId)
    forgetInActivity(actor, person, { known: { ...known, classIds: ofClasses, renamed }, emptied })
    forgetInPay(actor, person, noun === "student" ? id : null, renamed)
    withdrawExports(actor)
    if (noun === "payer")
      recordEvent(actor, { noun: "family", verb: "erase-payer", nounId: preview.familyId })
    else recordEvent(actor, { noun, verb: "erase", nounId: id })
    return { ok: true, familyId: preview.familyId }
  })
}

function eraseGuardian(actor: Actor, guardianId: string) {
  const guardian = find(actor, guardians, guardianId)
  if (!guardian) return
  const name = erasedNames.guardian
  const { memberId, familyId } = guardian
  forgetPayer(actor, "guardian", guardian)
  const hasEnded =
    memberId !== null && forgetLogin(actor, { noun: "guardian", id: guardianId, memberId, familyId })
  forgetInTasks(actor, "guardian", guardianId, hasEnded ? memberId : null)
  eraseDeclared(actor, "guardian", { id: guardianId, name })
  change(actor, guardians, guardianId, {
    name,
    relation: null,
    email: null,
    phone: null,
    billingAddress: null,
    billingEmail: null,
    payerShare: 0,
    payerAmountMinor: null,
    seesMoney: false,
    memberId: null,
    erasedAt: now(),
  })
}

function erasePayer(actor: Actor, payerId: string) {
  forgetOutsidePayer(actor, payerId)
  forgetInTasks(actor, "payer", payerId, null)
}

/** A guardian whom no money, document or conversation refers to leaves no row. */
function removeUnused(actor: Actor, guardianId: string) {
  try {
    transact(() => remove(actor, guardians, guardianId))
  } catch (error) {
    const isReferred =
      error instanceof Error && "code" in error && error.code === "SQLITE_CONSTRAINT_FOREIGNKEY"
    if (!isReferred) throw error
  }
}

/** A family of erased people has no name either. Answers the one that it had. */
function forgetEmptyFamily(actor: Actor, familyId: string): { id: string; name: string } | undefined {
  const someone = [students, guardians].some((table) =>
    select({ id: table.id })
      .from(table)
      .where(and(own(actor, table), eq(table.familyId, familyId), isNull(table.erasedAt)))
      .limit(1)
      .get(),
  )
  if (someone) return undefined
  forgetOutsidePayers(actor, familyId)
  const theirs = own(actor, families, familyId)
  const family = select({ id: families.id, name: families.name }).from(families).where(theirs).get()
  change(actor, families, theirs, { name: "Erased family", address: null })
  return family
}

/** Answers, invitations, and previews of what was chosen in lists. */
function forgetElsewhere(actor: Actor, noun: ErasedNoun, id: string) {
  eraseDeclared(actor, "person", { id, name: erasedNames[noun] })
  forgetInSelections(actor, id)
}
