import { transact } from "db/client.server"
import { guardians, portalAccess, students } from "db/schema/people"
import { and, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { saveAnswers } from "~/models/foundation/custom-field/answers.server"
import type { CustomAnswers } from "~/models/foundation/custom-field/custom-field"
import { revokeLinks } from "~/models/foundation/one-time-link/one-time-link.server"
import { moveReader } from "~/models/foundation/outbox/move-reader.server"
import { fullName } from "~/utils/names"
import type { Result } from "~/utils/result"
import { changeGuardians, type GuardiansRefusal } from "../family/change-guardians.server"
import { addFamily } from "../family/family.server"
import { takesStudents } from "../family/merged-family.server"
import { withdrawChangesOf } from "../own-data/changes.server"
import { withdrawProofsOf } from "../proof/proofs.server"
import { isCodeTaken } from "./admit-student.server"
import { listInstrumentsOf, saveInstruments } from "./instruments.server"
import { renameOwnClasses } from "./own-classes.server"
import { findStudent } from "./student.server"
import type { StudentForm } from "./student-form"

type Changed = Result<void, "no-student" | "no-family" | "code-taken"> | ({ ok: false } & GuardiansRefusal)

/** Takes back what a refusal found half-way has written. */
class Refused extends Error {
  constructor(readonly refusal: Extract<Changed, { ok: false }>) {
    super(refusal.reason)
  }
}

/**
 * Corrects what is known of a student, and of the adults of the family they stay in. With another family chosen the
 * student moves there, and the adults of the old one no longer see them; what is billed or charged stays where it was.
 * Private classes that were named for the student get their new name.
 */
export function changeStudent(
  actor: Actor,
  studentId: string,
  form: StudentForm,
  answers?: CustomAnswers,
): Changed {
  try {
    return transact(() => {
      const changed = changeFacts(actor, studentId, form)
      if (changed.ok && answers) saveAnswers(actor, { noun: "student", subjectId: studentId }, answers)
      return changed
    })
  } catch (error) {
    if (error instanceof Refused) return error.refusal
    throw error
  }
}

function changeFacts(actor: Actor, studentId: string, form: StudentForm): Changed {
  const before = findStudent(actor, studentId)
  if (!before || before.erasedAt !== null) return { ok: false, reason: "no-student" }
  if (form.code && isCodeTaken(actor, form.code, studentId)) return { ok: false, reason: "code-taken" }
  const learnedBefore = listInstrumentsOf(actor, studentId)
  const familyId = familyOf(actor, before.familyId, form)
  const { firstName, lastName, birthDate = null, email = null, phone = null, code = null } = form
  const { medicalNotes = null, emergencyContact = null, notes = null, instruments } = form
  const noted = { medicalNotes, emergencyContact, notes }
  const facts = { familyId, firstName, lastName, birthDate, email, phone, code, ...noted }
  change(actor, students, studentId, facts)
  saveInstruments(actor, studentId, instruments)
  if (familyId !== before.familyId) {
    closeToAdultsOf(actor, before.familyId, studentId)
    withdrawChangesOf(actor, studentId)
    withdrawProofsOf(actor, studentId)
  }
  if (email !== before.email) {
    revokeLinks("student-invitation", studentId)
    moveReader(actor, { from: before.email, to: email, memberId: before.memberId })
  }
  const was = Object.fromEntries(Object.keys(facts).map((name) => [name, before[name as keyof typeof facts]]))
  const changed = Object.entries({ ...facts, instruments }).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify({ ...was, instruments: learnedBefore }[name]),
  )
  if (changed.length > 0)
    recordEvent(actor, {
      verb: "change",
      noun: "student",
      nounId: studentId,
      before: Object.fromEntries(
        changed.map(([name]) => [name, { ...was, instruments: learnedBefore }[name]]),
      ),
      after: Object.fromEntries(changed),
    })
  renameOwnClasses(actor, studentId, fullName(before), fullName(facts))
  return { ok: true }
}

/** The family the student is in afterwards; its adults are brought up to the form when they were on it. */
function familyOf(
  actor: Actor,
  present: string,
  { family, guardians: guardianEntries, ...facts }: StudentForm,
): string {
  if (family === present) {
    const changed = changeGuardians(actor, present, guardianEntries)
    if (!changed.ok) throw new Refused(changed)
    return present
  }
  if (family === "new")
    return addFamily(actor, { name: `${facts.lastName || facts.firstName} family`, guardians: [] }).familyId
  if (!takesStudents(actor, family)) throw new Refused({ ok: false, reason: "no-family" })
  return family
}

function closeToAdultsOf(actor: Actor, familyId: string, studentId: string) {
  const memberIds = select({ id: guardians.memberId })
    .from(guardians)
    .where(and(own(actor, guardians), eq(guardians.familyId, familyId)))
    .all()
    .flatMap(({ id }) => id ?? [])
  remove(
    actor,
    portalAccess,
    and(
      eq(portalAccess.studentId, studentId),
      eq(portalAccess.as, "guardian"),
      inArray(portalAccess.memberId, memberIds),
    ),
  )
}
