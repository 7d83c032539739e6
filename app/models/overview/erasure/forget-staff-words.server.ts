import { conversations, messages, participants } from "db/schema/communication"
import { deletedRecords } from "db/schema/foundation-bin"
import { files } from "db/schema/foundation-files"
import { customValues, savedFilters } from "db/schema/foundation-lists"
import { emails } from "db/schema/foundation-mail"
import { taskItems, tasks } from "db/schema/foundation-tasks"
import { resources } from "db/schema/learning-resources"
import { enteredWork, extraWork, paySlipLines } from "db/schema/money-pay"
import { students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { occasions } from "db/schema/teaching-occasions"
import { and, asc, eq, getTableColumns, gt, inArray, lte, ne, or, sql } from "drizzle-orm"
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core"
import { studentsOfLabel } from "~/models/communication/messaging/messaging"
import { forgetReported } from "~/models/communication/messaging/report.server"
import type { Actor } from "~/models/foundation/access/actor"
import { change, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import { forgetInTold, forgetMail, listMail } from "./forget-mail.server"
import type { Traces } from "./without-facts"
import { isOneWord, type Wording, withoutNames } from "./without-person"
import { asWords } from "./without-row"

// Someone of the team is named all over a school: beside their messages, in emails to families, in classes and notes. There
// can be thousands of them, so the names go table by table, some rows at a time. What others wrote in messages stays.

export type StaffTraces = Traces & {
  /** Of the login that ended. */
  ownId: string | null
}
type Place = { stage: number; after: string }

const rowsAtOnce = 1000
const messagesAtOnce = 300

/** The next rows; answers where the ones after them are, undefined when all are done. In the caller's transaction. */
export function forgetStaffWords(
  actor: Actor,
  person: StaffTraces,
  { stage, after }: Place,
): Place | undefined {
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
  { table: students, columns: ["notes", "medicalNotes", "emergencyContact"] },
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
  const theirs = select({ id: participants.id })
    .from(participants)
    .where(and(own(actor, participants), eq(participants.memberId, ownId), ne(participants.name, erasedName)))
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
    const rows = select({
      id: sql<string>`${table.id}`,
      ...Object.fromEntries(texts.map(({ name, column }) => [name, column])),
    })
      .from(table)
      .where(
        and(own(actor, table), gt(table.id, after), last ? lte(table.id, last) : undefined, or(...isNamed)),
      )
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
  const upTo = select({ id: emails.id, at: emails.createdAt })
    .from(emails)
    .where(and(own(actor, emails), isLater))
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
  select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(own(actor, table), gt(table.id, after)))
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
