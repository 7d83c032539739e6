import { guardians } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { change } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { answersFor, saveAnswers, writeAnswer } from "~/models/foundation/custom-field/answers.server"
import { answerText, type CustomAnswers, type FieldNoun } from "~/models/foundation/custom-field/custom-field"
import { listFields } from "~/models/foundation/custom-field/custom-field.server"
import { entryDay } from "~/models/money/closing/closing.server"
import { enterOpening } from "~/models/money/opening-balance/opening-balance.server"
import { addFamily, addGuardian, listGuardians } from "~/models/people/family/family.server"
import { fold } from "~/utils/names"
import { addressText } from "~/utils/postal-address"
import type { PlannedFamily, PlannedGuardian } from "../roster/roster-families"

/** Keeps what an import made, for undoing it. */
export type RecordMade = (noun: string, nounId: string) => void

/** The columns of a guardian that an import may fill when they were empty; undoing empties them again. */
export const fillable = ["relation", "phone"] as const

/**
 * Makes a planned family, or brings a family the school has up to the file: adults who are new are added, gaps are filled,
 * and what differs is returned as notes for the student in `firstRow`, so that nothing is lost and nothing overwritten.
 */
export function importFamily(
  actor: Actor,
  family: PlannedFamily,
  recordMade: RecordMade,
): { familyId: string; firstRow: number; notes: string[]; keepsOpening: boolean } {
  const firstRow = Math.min(...family.rowNumbers)
  if (family.existingFamilyId === null) {
    const { familyId, guardianIds } = addFamily(actor, family)
    recordMade("family", familyId)
    answerNew(actor, { noun: "family", subjectId: familyId }, family.answers, recordMade)
    guardianIds.forEach((guardianId, index) => {
      recordMade("guardian", guardianId)
      const subject = { noun: "guardian", subjectId: guardianId } as const
      answerNew(actor, subject, family.guardians[index]?.answers, recordMade)
    })
    return { familyId, firstRow, notes: [], keepsOpening: !open(actor, familyId, family, recordMade) }
  }
  const familyId = family.existingFamilyId
  const notes = family.address ? [`Address: ${addressText(family.address)}`] : []
  notes.push(...fillAnswers(actor, { noun: "family", subjectId: familyId }, family, recordMade))
  for (const guardian of family.guardians) {
    if (guardian.exists) {
      notes.push(...fillGaps(actor, familyId, guardian, recordMade))
      continue
    }
    const guardianId = addGuardian(actor, familyId, guardian)
    recordMade("guardian", guardianId)
    answerNew(actor, { noun: "guardian", subjectId: guardianId }, guardian.answers, recordMade)
  }
  return { familyId, firstRow, notes, keepsOpening: !open(actor, familyId, family, recordMade) }
}

/** Enters the balance that the family brings; false where it has one already. */
function open(actor: Actor, familyId: string, family: PlannedFamily, recordMade: RecordMade): boolean {
  if (!family.openingMinor) return true
  const entered = enterOpening(actor, familyId, { amountMinor: family.openingMinor, asOf: entryDay(actor) })
  if (entered.ok) {
    recordMade("event", entered.eventId)
    recordMade("opening", entered.openingId)
  }
  return entered.ok
}

function fillGaps(
  actor: Actor,
  familyId: string,
  planned: PlannedGuardian,
  recordMade: RecordMade,
): string[] {
  const guardian = listGuardians(actor, [familyId]).find(({ id, email }) =>
    planned.existingId ? id === planned.existingId : email === planned.email,
  )
  if (!guardian) return []
  const isCalledSo = fold(guardian.name) === fold(planned.name)
  const notes = isCalledSo ? [] : [`Guardian: ${planned.name}`]
  for (const column of fillable) {
    const value = planned[column]
    if (!value || value === guardian[column]) continue
    if (guardian[column]) {
      notes.push(`${planned.name}, ${column}: ${value}`)
      continue
    }
    change(actor, guardians, guardian.id, { [column]: value })
    const after = { [column]: value }
    recordMade("event", recordEvent(actor, "guardian.fill", guardian.id, { after }))
    recordMade(`guardian:${column}`, guardian.id)
  }
  const subject = { noun: "guardian", subjectId: guardian.id } as const
  return [...notes, ...fillAnswers(actor, subject, planned, recordMade)]
}

type Subject = { noun: "family" | "guardian" | "teacher"; subjectId: string }

/** Answers the fields of a record that the import has just made, and notes the entry as its own. */
export function answerNew(
  actor: Actor,
  subject: { noun: FieldNoun; subjectId: string },
  answers: CustomAnswers | undefined,
  recordMade: RecordMade,
) {
  const entryId = answers && saveAnswers(actor, subject, answers)
  if (entryId) recordMade("event", entryId)
}

/** Fills the fields without an answer; an answer that differs from the present one is returned as a note. */
export function fillAnswers(
  actor: Actor,
  { noun, subjectId }: Subject,
  { name, answers = {} }: { name: string; answers?: CustomAnswers },
  recordMade: RecordMade,
): string[] {
  const fields = listFields(actor, noun).filter(({ id }) => answers[id] !== undefined)
  if (fields.length === 0) return []
  const present = answersFor(actor, subjectId)
  const notes: string[] = []
  const filled: CustomAnswers = {}
  for (const field of fields) {
    const value = answers[field.id] ?? ""
    const text = answerText(field, value)
    if (present[field.id] === undefined) {
      recordMade("answer", writeAnswer(actor, field.id, subjectId, value))
      filled[field.name] = text
    } else if (present[field.id] !== value)
      notes.push(`${noun === "guardian" ? `${name}, ` : ""}${field.name}: ${text}`)
  }
  if (Object.keys(filled).length > 0)
    recordMade("event", recordEvent(actor, `${noun}.answer`, subjectId, { after: filled }))
  return notes
}
