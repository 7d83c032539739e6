import { transact } from "db/client.server"
import { importParts, imports } from "db/schema/exchange"
import { and, asc, count, eq, ne } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { add, addUnlessThere, change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { makingHorizon } from "~/models/teaching/session/make-sessions.server"
import { addDays, daysBetween } from "~/utils/dates"
import type { Turns } from "~/utils/in-turns"
import type { PlannedClass } from "../roster/roster-classes"
import type { PlannedFamily } from "../roster/roster-families"
import type { PlannedRow, RosterPlan } from "../roster/roster-plan"
import type { PlannedTeacher } from "../roster/roster-teachers"
import type { LeftOutRow } from "./roster-import"

/** Sessions and bookings that one step makes at most, roughly. */
const mostRows = 120

/**
 * The days from `from` to `until`, both included, in stretches of whole weeks, each short enough that making a weekly
 * session with so many students on them is a small step. Empty when there are no such days.
 */
export function sessionSpans(
  from: string,
  until: string,
  students: number,
): { from: string; until: string }[] {
  const weeks = Math.max(1, Math.floor(mostRows / (students + 2)))
  const spans: { from: string; until: string }[] = []
  for (let start = from; daysBetween(start, until) >= 0; start = addDays(start, weeks * 7)) {
    const end = addDays(start, weeks * 7 - 1)
    spans.push({ from: start, until: end < until ? end : until })
  }
  return spans
}

// An import's plan as rows, one for each small step, in the order in which the steps are done: teachers, families with
// their students, classes with theirs, sessions. A step that is done is deleted in the transaction that does it, so an
// import that is cut off goes on where it stopped and makes nothing twice. Rows that stay out are kept here, too.

/** How many students or enrollments one step holds at most. */
const atMost = 10
/** Rows written in one transaction while the steps are prepared. */
const portion = 100

export type Part =
  | { kind: "teacher"; content: PlannedTeacher }
  | { kind: "family"; content: { family: PlannedFamily; rows: PlannedRow[] } }
  | { kind: "students"; content: { family: PlannedFamily; rows: PlannedRow[] } }
  | { kind: "class"; content: { planned: TaughtClass; rows: EnrolledRow[]; span: Span | null } }
  | { kind: "enrollments"; content: { planned: PlannedClass; rows: EnrolledRow[] } }
  | { kind: "sessions"; content: { classKey: string; span: Span } }
  | { kind: "left-out"; content: LeftOutRow }

/** A class whose teacher the school has already is planned with their id. */
export type TaughtClass = PlannedClass & { teacherId: string | null }

/** Days from which and up to which sessions are made. */
export type Span = { from: string; until: string }

export type EnrolledRow = {
  rowNumber: number
  name: string
  enrollment: NonNullable<PlannedRow["enrollment"]>
}

type PlannedImport = { plan: RosterPlan; fingerprint: string; roster: { options: { lessonsFrom: string } } }

/**
 * Writes the plan's steps, a portion a transaction; the last one says how many there are. Again changes nothing, and an
 * import that was given back in the meantime, or runs by another plan, gets no more of them.
 */
export function* writeParts(
  actor: Actor,
  importId: string,
  { plan, fingerprint, roster }: PlannedImport,
): Turns<void> {
  let waiting: Part[] = []
  let position = 0
  const write = (isLast: boolean) => {
    transact(() => {
      if (!isToBeWritten(actor, importId, fingerprint)) return
      waiting.forEach((part, index) => {
        const { kind, content } = part
        const rowNumber = kind === "left-out" ? content.rowNumber : null
        addUnlessThere(actor, importParts, {
          importId,
          position: position + index,
          kind,
          rowNumber,
          content: JSON.stringify(content),
        })
      })
      if (!isLast) return
      const total = countSteps(actor, importId)
      change(actor, imports, isImporting(actor, importId), { total, done: 0 })
    })
    position += waiting.length
    waiting = []
  }
  for (const part of partsOf(actor, plan, roster.options.lessonsFrom)) {
    waiting.push(part)
    if (waiting.length < portion) continue
    write(false)
    yield
  }
  write(true)
}

function* partsOf(actor: Actor, plan: RosterPlan, lessonsFrom: string): Generator<Part> {
  const rowOf = new Map(plan.rows.map((row) => [row.rowNumber, row]))
  const rowsOf = (rowNumbers: readonly number[]) => rowNumbers.flatMap((number) => rowOf.get(number) ?? [])
  for (const { rowNumber, name, state, problems } of plan.rows)
    if (state === "problem") yield { kind: "left-out", content: { rowNumber, name, state, problems } }
  for (const teacher of plan.teachers)
    if (teacher.use === "create" || teacher.answers) yield { kind: "teacher", content: teacher }
  for (const family of plan.families) {
    const [first = [], ...more] = inPortions(rowsOf(family.rowNumbers))
    // A family of the school that gets no new student may still get a guardian.
    yield { kind: "family", content: { family, rows: first } }
    for (const rows of more) yield { kind: "students", content: { family, rows } }
  }
  const horizon = makingHorizon(actor)
  const teacherIds = new Map(plan.teachers.map(({ key, teacherId }) => [key, teacherId]))
  for (const planned of plan.classes) {
    const enrolled = rowsOf(planned.rowNumbers).flatMap(({ rowNumber, name, enrollment }) =>
      enrollment ? [{ rowNumber, name, enrollment }] : [],
    )
    const [first = [], ...more] = inPortions(enrolled)
    const { startsOn } = planned.schedule
    const from = startsOn > lessonsFrom ? startsOn : lessonsFrom
    const [span = null, ...later] = sessionSpans(from, horizon, planned.rowNumbers.length)
    const teacherId = teacherIds.get(planned.teacherKey ?? "") ?? null
    yield { kind: "class", content: { planned: { ...planned, teacherId }, rows: first, span } }
    for (const rows of more) yield { kind: "enrollments", content: { planned, rows } }
    for (const span of later) yield { kind: "sessions", content: { classKey: planned.key, span } }
  }
}

function inPortions<Row>(rows: readonly Row[]): Row[][] {
  const portions: Row[][] = []
  for (let start = 0; start < rows.length; start += atMost) portions.push(rows.slice(start, start + atMost))
  return portions
}

const isImporting = (actor: Actor, importId: string) =>
  and(own(actor, imports, importId), eq(imports.state, "importing"))

/** Whether the import runs by this plan and its steps aren't all written. */
function isToBeWritten(actor: Actor, importId: string, fingerprint: string): boolean {
  const row = select({ total: imports.total, fingerprint: imports.fingerprint })
    .from(imports)
    .where(isImporting(actor, importId))
    .get()
  return row?.total === 0 && row.fingerprint === fingerprint
}

const ofImport = (actor: Actor, importId: string) =>
  and(own(actor, importParts), eq(importParts.importId, importId))

const stepsOf = (actor: Actor, importId: string) =>
  and(ofImport(actor, importId), ne(importParts.kind, "left-out"))

function countSteps(actor: Actor, importId: string): number {
  return select({ n: count() }).from(importParts).where(stepsOf(actor, importId)).get()?.n ?? 0
}

/** The next steps to do. */
export function listNextParts(actor: Actor, importId: string, most: number): (Part & { id: string })[] {
  return select({ id: importParts.id, kind: importParts.kind, content: importParts.content })
    .from(importParts)
    .where(stepsOf(actor, importId))
    .orderBy(asc(importParts.position))
    .limit(most)
    .all()
    .map(({ id, kind, content }) => ({ id, kind, content: JSON.parse(content) }) as Part & { id: string })
}

/** Forgets all steps and left-out rows of an import that begins again, in the caller's transaction. */
export function forgetParts(actor: Actor, importId: string) {
  remove(actor, importParts, ofImport(actor, importId))
}

/** Forgets a step that is done. */
export function removePart(actor: Actor, partId: string) {
  remove(actor, importParts, partId)
}

/** Keeps a row that could not be imported after all, with the reason. Returns false when it is known already. */
export function leaveOut(actor: Actor, importId: string, row: LeftOutRow): boolean {
  if (isLeftOut(actor, importId, row.rowNumber)) return false
  const last = select({ position: importParts.position })
    .from(importParts)
    .where(ofImport(actor, importId))
    .orderBy(asc(importParts.position))
    .limit(1)
    .get()
  // Before all the others: what is to be done stays in its order.
  const position = Math.min(last?.position ?? 0, 0) - 1
  add(actor, importParts, {
    importId,
    position,
    kind: "left-out",
    rowNumber: row.rowNumber,
    content: JSON.stringify(row),
  })
  return true
}

/** Whether this row of the file stayed out. */
export function isLeftOut(actor: Actor, importId: string, rowNumber: number): boolean {
  const found = select({ id: importParts.id })
    .from(importParts)
    .where(
      and(ofImport(actor, importId), eq(importParts.kind, "left-out"), eq(importParts.rowNumber, rowNumber)),
    )
    .get()
  return found !== undefined
}

/** The rows that stayed out, in the order of the file: all of them, or a page. */
export function listLeftOut(
  actor: Actor,
  importId: string,
  page?: { limit: number; offset: number },
): LeftOutRow[] {
  return select({ content: importParts.content })
    .from(importParts)
    .where(and(ofImport(actor, importId), eq(importParts.kind, "left-out")))
    .orderBy(asc(importParts.rowNumber))
    .limit(page?.limit ?? -1)
    .offset(page?.offset ?? 0)
    .all()
    .map(({ content }) => JSON.parse(content) as LeftOutRow)
}
