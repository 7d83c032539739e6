import { listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import { upperFirst } from "~/utils/names"
import { markText } from "./change-text"
import {
  type Comparison,
  type Mark,
  mergeRegisters,
  noteNames,
  type RegisterBase,
  type RegisterCopy,
  type RegisterMerging,
} from "./merge-registers"
import { listedNotes, ownerOf, type StudentNotes, studentNotesIn } from "./named-notes"
import { readRegister } from "./read-register.server"
import type { NewMark } from "./register"
import { findWritten, type Written } from "./register-notes.server"

type Entry = {
  marks: readonly NewMark[]
  sharedNote?: string
  privateNote?: string
  formStamp?: string
  merging?: RegisterMerging
  studentNotes?: StudentNotes
}

/** The entry with what someone else saved since its page was made; undefined where both changed the same. */
export function mergedEntry<Sent extends Entry>(
  actor: Actor,
  session: SeatedSession,
  entry: Sent,
  written: Written,
): Sent | undefined {
  const { merging } = entry
  if (!merging) return entry
  const { stamp } = written
  if (entry.formStamp === stamp && showsEverything(merging.base, entry)) return entry
  const { merged, conflicts } = merge(actor, session, { ...entry, merging }, written)
  if (conflicts.marks.length + conflicts.notes.length > 0) return undefined
  const marks = entry.marks.map((mark) => ({ ...mark, ...merged.marks[mark.studentId] }))
  const { sharedNote, privateNote } = merged.notes
  const studentNotes = studentNotesIn(merged.notes)
  return { ...entry, marks, sharedNote, privateNote, studentNotes, formStamp: stamp }
}

/** A page that compares two registers says nothing of what both changed. */
function showsEverything({ marks, notes }: RegisterBase, entry: Entry) {
  const shown: Readonly<Record<string, string | undefined>> = notes
  const names = [...noteNames, ...Object.keys(listedNotes(entry.studentNotes ?? {}))]
  return (
    entry.marks.every(({ studentId }) => marks[studentId]) && names.every((name) => shown[name] !== undefined)
  )
}

function merge(
  actor: Actor,
  session: SeatedSession,
  entry: Entry & { merging: RegisterMerging },
  written: Written,
) {
  const theirs = storedCopy(actor, session, written)
  const yours: RegisterCopy = {
    marks: Object.fromEntries(
      entry.marks.map(({ studentId, code, minutesLate, statusId }) => [
        studentId,
        { code, minutesLate: minutesLate ?? null, statusId: statusId ?? null },
      ]),
    ),
    notes: {
      sharedNote: entry.sharedNote ?? theirs.notes.sharedNote,
      privateNote: entry.privateNote ?? theirs.notes.privateNote,
      ...listedNotes(entry.studentNotes ?? {}),
    },
  }
  const { base, settled } = entry.merging
  const isSeen = entry.formStamp === written.stamp
  return { ...mergeRegisters(base, yours, theirs, { isSeen, chosen: settled }), theirs }
}

function storedCopy(actor: Actor, session: SeatedSession, { notes, studentNotes }: Written): RegisterCopy {
  const marked = readRegister(actor, session).flatMap(({ studentId, mark }) => {
    if (!mark) return []
    const { code, minutesLate, statusId } = mark
    return [[studentId, { code, minutesLate, statusId }] as const]
  })
  return {
    marks: Object.fromEntries(marked),
    notes: { sharedNote: notes.shared, privateNote: notes.private, ...listedNotes(studentNotes) },
  }
}

/** What an entry and the stored register say differently, when saving it was refused as stale. */
export function compareRegisters(
  actor: Actor,
  session: SeatedSession,
  entry: Entry & { merging: RegisterMerging },
): Comparison {
  const written = findWritten(actor, session.id)
  const { merged, conflicts, theirs } = merge(actor, session, entry, written)
  const names = new Map(readRegister(actor, session).map(({ studentId, name }) => [studentId, name]))
  const statuses = new Map(listOwnStatuses(actor).map(({ id, name }) => [id, name]))
  const textOf = ({ code, minutesLate, statusId }: Mark) =>
    upperFirst(markText(code, minutesLate, statusId && statuses.get(statusId)))
  return {
    formStamp: written.stamp,
    merged,
    stored: theirs,
    marks: conflicts.marks.map(({ studentId, yours, theirs: stored }) => ({
      studentId,
      name: names.get(studentId) ?? "",
      yours: textOf(yours),
      theirs: textOf(stored),
    })),
    notes: conflicts.notes.map((note) => ({
      ...note,
      of: names.get(ownerOf(note.name)?.studentId ?? "") ?? null,
    })),
  }
}
