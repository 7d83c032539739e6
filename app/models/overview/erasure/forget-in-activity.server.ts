import { transact } from "db/client.server"
import { conversations, messages, participants } from "db/schema/communication"
import { importCreations, importParts, imports } from "db/schema/exchange"
import { erasures, events } from "db/schema/foundation-audit"
import { deletedRecords } from "db/schema/foundation-bin"
import { files } from "db/schema/foundation-files"
import { customValues, savedFilters } from "db/schema/foundation-lists"
import { emails } from "db/schema/foundation-mail"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { resources } from "db/schema/learning-resources"
import { enteredWork, extraWork, paySlipLines } from "db/schema/money-pay"
import { guardians, members, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { occasions } from "db/schema/teaching-occasions"
import { and, asc, eq, getTableColumns, gt, inArray, isNotNull, lte, ne, or, sql } from "drizzle-orm"
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { z } from "zod"
import { forgetExports } from "~/models/accounts/school/export-school.server"
import { studentsOfLabel } from "~/models/communication/messaging/messaging"
import { forgetReported } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { add, change, find, ownRows, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { importJobKey } from "~/models/foundation/job/job"
import { isJobDead, queueJob } from "~/models/foundation/job/job.server"
import { notedFields } from "~/models/people/student/student-fields"
import { now } from "~/utils/clock.server"
import type { Delimiter } from "~/utils/csv"
import { readRecordsInTurns } from "~/utils/csv.server"
import { groupBy } from "~/utils/group-by"
import { fold } from "~/utils/names"
import { perChild, placeOf, readLayout, rowsOfContent } from "~/utils/sheet-rows"
import { type ErasedNoun, erasedNames } from "./erasure"
import {
  type ErasedPerson,
  forgetInTold,
  forgetMail,
  isNameOfOthers,
  isUsedByOthers,
  listMail,
} from "./forget-mail.server"
import { listRecordsOf } from "./forget-tasks.server"
import { facts, type Traces, withoutTraces } from "./without-facts"
import { isOneWord, type Wording, withoutNames } from "./without-person"
import { asWords, withoutInRow, withoutThem } from "./without-row"

// Files that were imported lose what they say of an erased person. The other rows keep their numbers. What a file has
// behind a fault was never imported, and goes where it could say something of the person.

/** The file after that one. */
const findNextImport = (actor: Actor, after: string): string | undefined =>
  ownRows(actor, imports, ["id"]).where(gt(imports.id, after)).orderBy(asc(imports.id)).limit(1).get()?.id

/** Looks through a file; false when it has to wait, because its import is under way. */
async function forgetInImport(actor: Actor, importId: string, traces: Traces): Promise<boolean> {
  const found = find(actor, imports, importId)
  if (!found) return true
  const { state, content } = found
  const isHalfway = state === "importing" || state === "undoing"
  if (isHalfway && !isJobDead(importJobKey(importId))) return false
  const delimiter = found.delimiter as Delimiter
  const { records, problems } = await readRecordsInTurns(content, delimiter)
  const mapping = JSON.parse(found.mapping) as Record<number, string>
  const places = rowsOfContent(records, readLayout(found.layout, records), found.encoding === "xlsx")
  const isOpen = state === "uploaded"
  const made = groupBy(listMade(actor, importId), ([row]) => Number(row) % perChild)
  const lines: (readonly string[])[] = []
  const gone = new Set<number>()
  const cells = new TimetableCells(made, traces, isOpen)
  let isChanged = false
  for (const [at, record] of records.entries()) {
    const { rowNumber = null, columns = [], cellsIn } = places[at] ?? {}
    const ids = rowNumber === null ? [] : (made.get(rowNumber) ?? []).map(([, id]) => id)
    // A title says no more of anyone than their name; of several children in a row each is looked for.
    const here = Object.fromEntries(columns.map((column, index) => [index, mapping[column ?? -1] ?? ""]))
    const left =
      rowNumber === null
        ? record.map((cell, column) => cells.without(cell, cellsIn, column))
        : (ids.length > 0 ? ids : [undefined]).reduce<readonly string[]>(
            (cells, id) =>
              cells.length === 0 ? cells : withoutInRow(cells, id, { mapping: here, isOpen, traces }),
            record,
          )
    if (rowNumber !== null && left.length === 0 && record.length > 0) gone.add(rowNumber)
    if (left.length !== record.length || left.some((cell, index) => cell !== record[index])) isChanged = true
    lines.push(left)
  }
  for (const each of cells.gone) gone.add(each)
  const isCutOff = problems.length > 0
  transact(() => {
    if (isChanged || (isCutOff && canName(content, traces)))
      change(actor, imports, and(eq(imports.id, importId), eq(imports.content, content)), {
        content: lines.map((cells) => lineOf(cells, delimiter)).join("\r\n"),
      })
    forgetInSummary(actor, found, traces)
    forgetInParts(actor, importId, gone, traces)
    forgetKeys(actor, importId, traces, isHalfway)
  })
  return true
}

/** The cells of a timetable, each of a student of its own: theirs go as a whole, also where the same goes on in the next row. */
class TimetableCells {
  readonly gone: number[] = []
  readonly #made: ReadonlyMap<number, readonly [string | null, string][]>
  readonly #traces: Traces
  readonly #isOpen: boolean
  readonly #texts = new Set<string>()

  constructor(
    made: ReadonlyMap<number, readonly [string | null, string][]>,
    traces: Traces,
    isOpen: boolean,
  ) {
    this.#made = made
    this.#traces = traces
    this.#isOpen = isOpen
  }

  without(cell: string, row: number | undefined, column: number): string {
    const left = withoutThem(cell, this.#traces)
    if (row === undefined || this.#isOpen) return left
    const here = (this.#made.get(row) ?? []).filter(([key]) => placeOf(Number(key))?.column === column)
    const theirs = here.filter(([, id]) => this.#traces.ids.includes(id))
    this.gone.push(...theirs.map(([key]) => Number(key)))
    const isNamed = left !== cell && this.#traces.erasedName === erasedNames.student
    if (theirs.length > 0 && cell.trim()) this.#texts.add(fold(cell))
    else if (here.length > 0 || !(isNamed || this.#texts.has(fold(cell)))) return left
    return ""
  }
}

/** The students whom its rows made, by the row's number. */
const listMade = (actor: Actor, importId: string): [string | null, string][] =>
  ownRows(actor, importCreations, { row: importCreations.planKey, id: importCreations.nounId })
    .where(and(eq(importCreations.importId, importId), eq(importCreations.noun, "student")))
    .all()
    .map(({ row, id }) => [row, id])

/** Whether a text without cells can say anything of them: a name in the middle of a word is another one. */
function canName(text: string, { names, firstName, addresses }: Traces): boolean {
  return [...names, firstName, ...addresses].some((said) => said && asWords(said).test(text))
}

/** What was kept when the import was undone is named. */
function forgetInSummary(
  actor: Actor,
  { id, summary }: Pick<typeof imports.$inferSelect, "id" | "summary">,
  traces: Traces,
) {
  if (summary === null) return
  const left = withoutThemInJson(summary, traces)
  if (left !== summary) change(actor, imports, id, { summary: left })
}

const withoutThemInJson = (json: string, traces: Traces): string =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === "string" ? withoutThem(value, traces) : value,
  )

/** A step that was given up, without the rows that are gone. */
function withoutRows(content: string, gone: ReadonlySet<number>): string {
  const step = JSON.parse(content) as { rows?: { rowNumber: number }[] }
  return step.rows
    ? JSON.stringify({ ...step, rows: step.rows.filter((row) => !gone.has(row.rowNumber)) })
    : content
}

/** Rows that stayed out are kept with what was wrong in them, and steps that were given up with what they were to make. */
function forgetInParts(actor: Actor, importId: string, gone: ReadonlySet<number>, traces: Traces) {
  const parts = ownRows(actor, importParts).where(eq(importParts.importId, importId)).all()
  for (const { id, kind, rowNumber, content } of parts) {
    const theirs = own(actor, importParts, id)
    if (kind === "left-out" && rowNumber !== null && gone.has(rowNumber)) {
      remove(actor, importParts, theirs)
      continue
    }
    const left = withoutThemInJson(withoutRows(content, gone), traces)
    if (left !== content) change(actor, importParts, theirs, { content: left })
  }
}

/** A family is known to its import by a guardian's name or address, a teacher by the name: steps that are left find it by the same words. */
function forgetKeys(actor: Actor, importId: string, traces: Traces, isHalfway: boolean) {
  const named = and(
    own(actor, importCreations),
    eq(importCreations.importId, importId),
    inArray(importCreations.noun, ["family", "teacher"]),
    isNotNull(importCreations.planKey),
  )
  const kept = select({
    id: importCreations.id,
    nounId: importCreations.nounId,
    planKey: importCreations.planKey,
  })
    .from(importCreations)
    .where(named)
    .all()
  for (const { id, nounId, planKey } of kept) {
    const left = withoutThem(planKey ?? "", traces)
    if (left !== planKey || (!isHalfway && traces.ids.includes(nounId)))
      change(actor, importCreations, id, { planKey: isHalfway ? left : null })
  }
}

/** A row that is empty is skipped, and still counted. */
const lineOf = (cells: readonly string[], delimiter: Delimiter): string =>
  cells
    .map((cell) =>
      /["\r\n]/.test(cell) || cell.includes(delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell,
    )
    .join(delimiter)

// The activity keeps who did what and when, and loses what it says of an erased person; so do the files that were imported,
// and exports that wait for their download go. There can be many: a job goes through them, a few at a time, by what it
// recognized the person.

const eventsAtOnce = 300
/** So long an import or an export that is under way is waited for. */
const pauseMs = 5 * 60_000

const Person = z.object({
  ids: z.array(z.string()),
  memberId: z.string().nullable(),
  familyId: z.string().nullable(),
  uniqueNames: z.array(z.string()),
  names: z.array(z.string()),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  addresses: z.array(z.string()),
  erasedName: z.string(),
  classIds: z.array(z.string()).default([]),
  renamed: z.array(z.object({ from: z.string(), to: z.string() })).default([]),
  /** Of a teacher or a member of the team: where what is said of them is looked for first, and up to which row. */
  words: z
    .object({ memberId: z.string().nullable(), stage: z.number(), after: z.string() })
    .nullable()
    .default(null),
  /** Files whose import was under way. */
  passedOver: z.array(z.string()).default([]),
}) satisfies z.ZodType<Traces>

type Known = Pick<Traces, "ids" | "memberId" | "firstName" | "lastName">

/** What of a person's record is looked for later, read before it is gone. */
export function gatherTraces(actor: Actor, noun: ErasedNoun, id: string): Known {
  const ids = listRecordsOf(actor, noun, id)
  if (noun === "payer") return { ids, memberId: null, firstName: null, lastName: null }
  if (noun === "student") {
    const found = find(actor, students, id)
    const { memberId = null, firstName = null, lastName = null } = found ?? {}
    return { ids, memberId, firstName, lastName }
  }
  const found = find(actor, guardians, id)
  const words = found?.name.trim().split(/\s+/) ?? []
  const lastName = words.length > 1 ? (words.at(-1) ?? null) : null
  return { ids, memberId: found?.memberId ?? null, firstName: words.slice(0, -1).join(" ") || null, lastName }
}

/**
 * Begins to forget a person there, in the caller's transaction; call it once their record and login hold nothing more.
 * `emptied` is the family that has no one left, by the name it had. Answers the names that no one else has.
 */
export function forgetInActivity(
  actor: Actor,
  { names, erasedName, addresses }: Pick<ErasedPerson, "names" | "erasedName" | "addresses">,
  {
    known,
    emptied,
    staff,
  }: {
    known: Known & Pick<Traces, "classIds" | "renamed">
    emptied?: { id: string; name: string }
    /** Who of the team they were, if they were: what they wrote loses their name in steps, too. */
    staff?: { teacherId: string | null }
  },
): string[] {
  const memberId = hasEnded(actor, known.memberId) ? known.memberId : null
  const person: Traces = {
    ...known,
    ids: memberId ? [...known.ids, memberId] : known.ids,
    memberId,
    familyId: emptied?.id ?? null,
    names: [...names],
    uniqueNames: names.filter((name) => !isNameOfOthers(actor, name)),
    addresses: addresses.filter((address) => !isUsedByOthers(actor, address)),
    erasedName,
  }
  const { firstName, lastName } = known
  const said = [...names, firstName, lastName, ...person.addresses].filter(Boolean)
  const ofStaff = staff && { teacherId: staff.teacherId, words: { memberId, stage: 0, after: "" } }
  const erasureId = add(actor, erasures, { person: JSON.stringify({ ...person, said, facts, ...ofStaff }) })
  queueJob({ kind: "forget-person", payload: { erasureId }, schoolId: actor.school.id })
  return person.uniqueNames
}

const hasEnded = (actor: Actor, memberId: string | null): boolean =>
  memberId !== null && find(actor, members, memberId)?.deactivatedAt !== null

/** The next entries, then the next file; true while there is more. */
export async function continueErasure(actor: Actor, erasureId: string): Promise<boolean> {
  const here = own(actor, erasures, erasureId)
  const found = select().from(erasures).where(here).get()
  if (!found) return false
  const { passedOver, words, ...traces } = Person.parse(JSON.parse(found.person))
  const note = (more: Partial<z.output<typeof Person>>, after = found.afterImport) =>
    change(actor, erasures, erasureId, {
      person: JSON.stringify({ ...JSON.parse(found.person), ...more }),
      afterImport: after,
    })
  if (words) {
    transact(() => {
      const next = forgetStaffWords(actor, { ...traces, ownId: words.memberId }, words)
      note({ words: next ? { ...words, ...next } : null })
    })
    return true
  }
  if (transact(() => forgetInEvents(actor, erasureId, found.afterEvent, traces))) return true
  const next = findNextImport(actor, found.afterImport)
  if (next) {
    const isDone = await forgetInImport(actor, next, traces)
    note({ passedOver: isDone ? passedOver : [...passedOver, next] }, next)
    return true
  }
  const left: string[] = []
  for (const importId of passedOver) if (!(await forgetInImport(actor, importId, traces))) left.push(importId)
  const isToWait = (await forgetExports(actor, now())) === "wait" || left.length > 0
  if (isToWait) {
    const dueAt = now() + pauseMs
    transact(() => {
      note({ passedOver: left })
      queueJob({ kind: "forget-person", payload: { erasureId }, schoolId: actor.school.id, dueAt })
    })
    return false
  }
  remove(actor, erasures, here)
  return false
}

function forgetInEvents(actor: Actor, erasureId: string, after: string, traces: Traces): boolean {
  const entries = ownRows(actor, events)
    .where(gt(events.id, after))
    .orderBy(asc(events.id))
    .limit(eventsAtOnce)
    .all()
  for (const entry of entries) {
    const isTheirs = traces.memberId !== null && entry.memberId === traces.memberId
    const text = `${entry.actorName} ${entry.nounId} ${entry.before ?? ""}${entry.after ?? ""}`
    if (!isTheirs && !mentions(text, traces)) continue
    const isTheirName = isTheirs || traces.uniqueNames.includes(entry.actorName)
    const next = {
      actorName: isTheirName ? traces.erasedName : entry.actorName,
      ...withoutTraces(entry, traces),
    }
    const isSame =
      next.actorName === entry.actorName && next.before === entry.before && next.after === entry.after
    if (!isSame) change(actor, events, entry.id, next)
  }
  const last = entries.at(-1)?.id
  if (last) change(actor, erasures, erasureId, { afterEvent: last })
  return last !== undefined
}

/** Whether an entry can say anything of them; most don't. */
function mentions(entry: string, { ids, familyId, classIds, renamed, names, addresses }: Traces): boolean {
  const folded = entry.toLowerCase()
  const written = [...names, ...addresses, ...renamed.map(({ from }) => from)].map((text) =>
    JSON.stringify(text.toLowerCase()).slice(1, -1),
  )
  return (
    written.some((text) => folded.includes(text)) ||
    [...ids, ...classIds, familyId].some((id) => id && entry.includes(id))
  )
}

// Someone of the team is named all over a school: beside their messages, in emails to families, in classes and notes. There
// can be thousands of them, so the names go table by table, some rows at a time. What others wrote in messages stays.

type StaffTraces = Traces & {
  /** Of the login that ended. */
  ownId: string | null
}
type Place = { stage: number; after: string }

const rowsAtOnce = 1000
const messagesAtOnce = 300

/** The next rows; answers where the ones after them are, undefined when all are done. In the caller's transaction. */
function forgetStaffWords(actor: Actor, person: StaffTraces, { stage, after }: Place): Place | undefined {
  const step = stages[stage]
  if (!step) return undefined
  const next = step(actor, person, after)
  return next === undefined ? { stage: stage + 1, after: "" } : { stage, after: next }
}

/** Does what comes after a row, and answers the last row it came to; undefined at the end. */
type Stage = (actor: Actor, person: StaffTraces, after: string) => string | undefined

type TextTable = SQLiteTable & { readonly schoolId: AnySQLiteColumn; readonly id: AnySQLiteColumn }
/** Texts in which the school names its people, each with the most characters it can have. */
const named: readonly { table: TextTable; columns: readonly string[]; most?: number }[] = [
  { table: conversations, columns: ["audience"] },
  { table: students, columns: Object.keys(notedFields) },
  { table: classes, columns: ["name"] },
  { table: occasions, columns: ["title", "note", "cancelReason"] },
  { table: customValues, columns: ["value"], most: 500 },
  { table: savedFilters, columns: ["name"] },
  { table: resources, columns: ["title", "description", "fileName"] },
  { table: extraWork, columns: ["description"] },
  { table: enteredWork, columns: ["description", "note", "reason"] },
  { table: paySlipLines, columns: ["description"] },
  { table: tasks, columns: ["about"] },
  { table: taskItems, columns: ["name", "detail", "note", "before"] },
  { table: deletedRecords, columns: ["name", "rows"] },
]

/** Their own place in conversations; the index begins with the member. */
function forgetPlaces(actor: Actor, { ownId, erasedName }: StaffTraces): string | undefined {
  if (!ownId) return undefined
  const theirs = ownRows(actor, participants, ["id"])
    .where(and(eq(participants.memberId, ownId), ne(participants.name, erasedName)))
    .limit(rowsAtOnce)
    .all()
    .map(({ id }) => id)
  change(actor, participants, inArray(participants.id, theirs), { name: erasedName, why: "Former member" })
  return theirs.length > 0 ? "more" : undefined
}

/** Their messages stay for those who got them, without the name and without files: a recording is their voice. */
function forgetMessages(actor: Actor, person: StaffTraces, after: string): string | undefined {
  const { ownId, erasedName } = person
  if (!ownId) return undefined
  const last = lastOf(actor, messages, after, rowsAtOnce)
  const theirs = select({ id: messages.id, body: messages.body, fileId: messages.fileId })
    .from(messages)
    .where(
      and(
        ...[own(actor, messages), gt(messages.id, after), last ? lte(messages.id, last) : undefined],
        ...[eq(messages.memberId, ownId), ne(messages.authorName, erasedName)],
      ),
    )
    .orderBy(asc(messages.id))
    .limit(messagesAtOnce)
    .all()
  for (const { id, body, fileId } of theirs) {
    const left = body ? without(body, person, 25_000) : "This file was erased."
    change(actor, messages, id, {
      authorName: erasedName,
      body: left,
      cut: null,
      fileId: null,
      fileName: null,
    })
    if (fileId) remove(actor, files, fileId)
    forgetReported(actor, [id])
  }
  return theirs.length === messagesAtOnce ? theirs.at(-1)?.id : last
}

const forgetNames =
  ({ table, columns, most }: (typeof named)[number]): Stage =>
  (actor, person, after) => {
    const last = lastOf(actor, table, after, rowsAtOnce)
    const texts = columns.flatMap((name) => {
      const column = getTableColumns(table)[name]
      return column ? [{ name, column }] : []
    })
    const said = wordsOf(person)
    if (said.length === 0) return undefined
    const isNamed = texts.flatMap(({ column }) =>
      said.map((word) => sql`instr(lower(${column}), ${word}) > 0`),
    )
    const rows = ownRows(actor, table, {
      id: sql<string>`${table.id}`,
      ...Object.fromEntries(texts.map(({ name, column }) => [name, column])),
    })
      .where(and(gt(table.id, after), last ? lte(table.id, last) : undefined, or(...isNamed)))
      .all() as ({ id: string } & Record<string, string | null>)[]
    for (const { id, ...row } of rows) {
      const to: Record<string, string> = {}
      for (const [name, text] of Object.entries(row)) {
        const left = text && without(text, person, most)
        if (left && left !== text) to[name] = left
      }
      if (Object.keys(to).length > 0) change(actor, table, id, to as never)
    }
    return last
  }

/** Emails in the order in which they were written; whoever got them. */
function forgetInEmails(actor: Actor, person: StaffTraces, after: string): string | undefined {
  const [from = "0", fromId = ""] = after.split(" ")
  const isLater = sql`(${emails.createdAt}, ${emails.id}) > (${Number(from)}, ${fromId})`
  const upTo = ownRows(actor, emails, { id: emails.id, at: emails.createdAt })
    .where(isLater)
    .orderBy(asc(emails.createdAt), asc(emails.id))
    .limit(1)
    .offset(rowsAtOnce - 1)
    .get()
  const isHere = upTo && sql`(${emails.createdAt}, ${emails.id}) <= (${upTo.at}, ${upTo.id})`
  const { addresses, uniqueNames: unique, erasedName } = person
  if (after === "") forgetInTold(actor, addresses, unique, () => wordingOf(person))
  const meant = and(isLater, isHere)
  for (const { id, recipient, state, data } of listMail(
    actor,
    { familyAddresses: [] },
    { addresses, unique },
    meant,
  )) {
    if (addresses.includes(recipient)) {
      forgetMail(actor, { id, state }, erasedName)
      continue
    }
    const left = JSON.stringify(withoutNames(JSON.parse(data), wordingOf(person)))
    if (left !== data) change(actor, emails, id, { data: left })
  }
  return upTo && `${upTo.at} ${upTo.id}`
}

const wordingOf = ({ addresses, uniqueNames, erasedName }: StaffTraces): Wording => ({
  ...{ inTexts: uniqueNames.filter((name) => !isOneWord(name)), inNames: uniqueNames },
  ...{ ofStudent: [], inLabels: [], addresses, erasedName },
})

const stages: readonly Stage[] = [forgetPlaces, forgetMessages, ...named.map(forgetNames), forgetInEmails]

/** The id with which a step ends; undefined when fewer rows are left. */
const lastOf = (actor: Actor, table: TextTable, after: string, rows: number): string | undefined =>
  ownRows(actor, table, { id: sql<string>`${table.id}` })
    .where(gt(table.id, after))
    .orderBy(asc(table.id))
    .limit(1)
    .offset(rows - 1)
    .get()?.id

/** In small letters, as they are written, also in JSON. */
const wordsOf = ({ uniqueNames, addresses }: StaffTraces): string[] => [
  ...new Set(
    [...uniqueNames, ...addresses].flatMap((said) => {
      const lower = said.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      return [lower, JSON.stringify(lower).slice(1, -1)]
    }),
  ),
]

/** A name of one word is a word of other texts, too: it goes where it is all that is said. */
function without(text: string, { uniqueNames, addresses, erasedName }: StaffTraces, most?: number): string {
  for (const name of uniqueNames.filter(isOneWord)) {
    if (text === name) return erasedName
    if (text === studentsOfLabel(name)) return studentsOfLabel(erasedName)
  }
  const said = [...uniqueNames.filter((name) => !isOneWord(name)), ...addresses]
  const left = said
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .reduce((rest, each) => rest.replace(asWords(each), () => erasedName), text)
  return most === undefined ? left : left.slice(0, Math.max(most, text.length))
}
