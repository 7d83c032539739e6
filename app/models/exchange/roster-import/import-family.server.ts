import { db } from "db/client.server"
import { guardians } from "db/schema/people"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { addFamily, addGuardian, listGuardians } from "~/models/people/family/family.server"
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
): { familyId: string; firstRow: number; notes: string[] } {
  const firstRow = Math.min(...family.rowNumbers)
  if (family.existingFamilyId === null) {
    const { familyId, guardianIds } = addFamily(actor, family)
    recordMade("family", familyId)
    for (const guardianId of guardianIds) recordMade("guardian", guardianId)
    return { familyId, firstRow, notes: [] }
  }
  const familyId = family.existingFamilyId
  const notes = family.address ? [`Address: ${family.address}`] : []
  for (const guardian of family.guardians) {
    if (guardian.exists) notes.push(...fillGaps(actor, familyId, guardian, recordMade))
    else recordMade("guardian", addGuardian(actor, familyId, guardian))
  }
  return { familyId, firstRow, notes }
}

function fillGaps(
  actor: Actor,
  familyId: string,
  planned: PlannedGuardian,
  recordMade: RecordMade,
): string[] {
  const guardian = listGuardians(actor, [familyId]).find(({ email }) => email === planned.email)
  if (!guardian) return []
  const notes = guardian.name === planned.name ? [] : [`Guardian: ${planned.name}`]
  for (const column of fillable) {
    const value = planned[column]
    if (!value || value === guardian[column]) continue
    if (guardian[column]) {
      notes.push(`${planned.name}, ${column}: ${value}`)
      continue
    }
    db()
      .update(guardians)
      .set({ [column]: value })
      .where(own(actor, guardians, guardian.id))
      .run()
    recordEvent(actor, { verb: "fill", noun: "guardian", nounId: guardian.id, after: { [column]: value } })
    recordMade(`guardian:${column}`, guardian.id)
  }
  return notes
}
