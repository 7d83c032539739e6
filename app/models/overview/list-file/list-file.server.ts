import { events } from "db/schema/foundation-audit"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { sql } from "drizzle-orm"
import type { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { writeActivityFile } from "~/models/foundation/audit/activity-rows.server"
import type { LogFilter } from "~/models/foundation/audit/audit-log.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { writeSalesFile } from "~/models/money/accounting-file/sales-file.server"
import type { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { writeInvoicesFile } from "~/models/money/invoice/invoices-file.server"
import { type HistoryQuery, writeHistoryFile } from "~/models/money/ledger/money-history-query.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { writeStudentsFile } from "~/models/people/student/students-file.server"
import { readInBackground } from "~/providers/threads/background-read.server"

/** So many rows are read and written in some milliseconds. */
const few = 1000

const first = { id: sql<number>`1` }

const later = {
  students: (actor: Actor) => ownRows(actor, students, first).limit(1).offset(few).get(),
  invoices: (actor: Actor) => ownRows(actor, invoices, first).limit(1).offset(few).get(),
  events: (actor: Actor) => ownRows(actor, events, first).limit(1).offset(few).get(),
}

type Rows = keyof typeof later

/** Whether a school has so many rows that what reads all of them is read in the background. */
export const hasMany = (actor: Actor, rows: Rows): boolean => later[rows](actor) !== undefined

// The files of whole lists. In a large school such a file has tens of thousands of rows, so that it is written in the background, where it
// holds up no one else.

type ListFile = { fileName: string; csv: string }
type Asked = {
  students: { ids: string[] } | { query: string }
  invoices: { ids: string[] } | { filter: z.output<typeof InvoiceQuery> }
  history: HistoryQuery
  sales: { month: string }
  activity: LogFilter
}
type Writer<Name extends keyof Asked> = {
  /** What decides how long it takes: whose rows it has. */
  rows: Rows
  write: (actor: Actor, asked: Asked[Name]) => ListFile
}

const writers: { [Name in keyof Asked]: Writer<Name> } = {
  students: {
    rows: "students",
    write: (actor, asked) => {
      if ("ids" in asked) return writeStudentsFile(actor, asked)
      const { filter } = readStudentQuery(new URLSearchParams(asked.query))
      return writeStudentsFile(actor, { sort: filter.sort, ids: listIdsWith(actor, filter, "all") })
    },
  },
  invoices: {
    rows: "invoices",
    write: (actor, asked) => {
      if ("ids" in asked) return writeInvoicesFile(actor, asked)
      const { page: _, family: familyId, ...filter } = asked.filter
      return writeInvoicesFile(actor, { ...filter, familyId })
    },
  },
  history: {
    rows: "invoices",
    write: (actor, { page: _, ...filter }) => writeHistoryFile(actor, filter),
  },
  sales: { rows: "invoices", write: (actor, asked) => writeSalesFile(actor, asked.month) },
  activity: { rows: "events", write: writeActivityFile },
}

/**
 * A list's file: of many chosen rows, or of a school with many such rows, it is written in the background. Once `left` says that whoever
 * asked has left, it isn't begun there.
 */
export async function writeListFile<Name extends keyof Asked>(
  actor: Actor,
  name: Name,
  asked: Asked[Name],
  left: AbortSignal,
): Promise<ListFile> {
  const work = schoolWork(actor, "list-file", writeListFileHere<Name>, name, asked)
  const many = countChosen(asked)
  const isShort = many === undefined ? !hasMany(actor, writers[name].rows) : many <= few
  return isShort ? work.here() : readInBackground({ ...work, isLong: true }, left)
}

const countChosen = (asked: Asked[keyof Asked]): number | undefined =>
  "ids" in asked ? asked.ids.length : undefined

/** The same in this thread. */
export const writeListFileHere = <Name extends keyof Asked>(
  actor: Actor,
  name: Name,
  asked: Asked[Name],
): ListFile => writers[name].write(actor, asked)
