import { events } from "db/schema/foundation-audit"
import { invoices } from "db/schema/money"
import { students } from "db/schema/people"
import { sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows } from "~/models/foundation/access/door.server"
import { viewerOf } from "~/models/foundation/aside/viewer"
import { writeActivityFile } from "~/models/foundation/audit/activity-rows.server"
import { writeSalesFile } from "~/models/money/accounting-file/sales-file.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { writeInvoicesFile } from "~/models/money/invoice/list-invoices.server"
import { HistoryQuery, writeHistoryFile } from "~/models/money/ledger/money-history-query.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { writeStudentsFile } from "~/models/people/student/students-file.server"
import { readAside } from "~/providers/threads/aside.server"

/** So many rows are read and written in some milliseconds. */
const few = 1000

const first = { id: sql<number>`1` }

const later = {
  students: (actor: Actor) => ownRows(actor, students, first).limit(1).offset(few).get(),
  invoices: (actor: Actor) => ownRows(actor, invoices, first).limit(1).offset(few).get(),
  events: (actor: Actor) => ownRows(actor, events, first).limit(1).offset(few).get(),
}

type Rows = keyof typeof later

/** Whether a school has so many rows that what reads all of them is read aside. */
export const hasMany = (actor: Actor, rows: Rows): boolean => later[rows](actor) !== undefined

// The files of whole lists. In a large school such a file has tens of thousands of rows, so that it is written aside, where it
// holds up no one else.

type ListFile = { fileName: string; csv: string }
type Writer = {
  /** What decides how long it takes: whose rows it has. */
  rows: Rows
  write: (actor: Actor, asked: unknown) => ListFile
}

const StudentsAsked = z.union([z.object({ ids: z.array(z.string()) }), z.object({ query: z.string() })])
const InvoicesAsked = z.union([
  z.object({ ids: z.array(z.string()) }),
  z.object({ filter: InvoiceQuery.partial().default({}) }),
])
const SalesAsked = z.object({ month: z.string() })
const ActivityAsked = z.object({ who: z.string(), noun: z.string(), from: z.string(), to: z.string() })

const writers = {
  students: {
    rows: "students",
    write: (actor, asked) => {
      const read = StudentsAsked.parse(asked)
      if ("ids" in read) return writeStudentsFile(actor, read)
      const { filter } = readStudentQuery(new URLSearchParams(read.query))
      return writeStudentsFile(actor, { sort: filter.sort, ids: listIdsWith(actor, filter, "all") })
    },
  },
  invoices: {
    rows: "invoices",
    write: (actor, asked) => {
      const read = InvoicesAsked.parse(asked)
      if ("ids" in read) return writeInvoicesFile(actor, read)
      const { page: _, family: familyId, ...filter } = read.filter
      return writeInvoicesFile(actor, { ...filter, familyId })
    },
  },
  history: {
    rows: "invoices",
    write: (actor, asked) => {
      const { page: _, ...filter } = HistoryQuery.parse(asked)
      return writeHistoryFile(actor, filter)
    },
  },
  sales: { rows: "invoices", write: (actor, asked) => writeSalesFile(actor, SalesAsked.parse(asked).month) },
  activity: { rows: "events", write: (actor, asked) => writeActivityFile(actor, ActivityAsked.parse(asked)) },
} satisfies Record<string, Writer>

type ListFileName = keyof typeof writers
export const listFileNames = Object.keys(writers) as [ListFileName, ...ListFileName[]]

type Asked = {
  students: z.input<typeof StudentsAsked>
  invoices: { filter: z.output<typeof InvoiceQuery> } | { ids: string[] }
  history: HistoryQuery
  sales: z.input<typeof SalesAsked>
  activity: z.input<typeof ActivityAsked>
}

/**
 * A list's file: of many chosen rows, or of a school with many such rows, it is written aside. Once `left` says that whoever
 * asked has left, it isn't begun there.
 */
export async function writeListFile<Name extends ListFileName>(
  actor: Actor,
  name: Name,
  asked: Asked[Name],
  left: AbortSignal,
): Promise<ListFile> {
  const here = () => writeListFileHere(actor, name, asked)
  const { rows }: Writer = writers[name]
  const many = countChosen(asked)
  if (many === undefined ? !hasMany(actor, rows) : many <= few) return here()
  const input = { schoolId: actor.school.id, viewer: viewerOf(actor), name, asked }
  return readAside({ name: "list-file", isLong: true, input, here }, left)
}

const countChosen = (asked: Asked[ListFileName]): number | undefined =>
  "ids" in asked ? asked.ids.length : undefined

/** The same in this thread. */
export const writeListFileHere = (actor: Actor, name: ListFileName, asked: unknown): ListFile =>
  writers[name].write(actor, asked)
