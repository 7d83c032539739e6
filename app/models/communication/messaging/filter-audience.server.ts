import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import type { ListNoun } from "~/models/foundation/saved-filter/list-view"
import { listFiltersOf } from "~/models/foundation/saved-filter/saved-filter.server"
import type { SelectableNoun } from "~/models/foundation/selection/selection"
import { readFamilyQuery } from "~/models/money/family-list/family-list"
import { listFamilyIds } from "~/models/money/family-list/family-list.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoices } from "~/models/money/invoice/list-invoices.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { readStudentQuery } from "~/models/people/student/student"
import { studentsOfFamilies } from "~/models/people/student/students-of-families.server"
import { readTeacherQuery } from "~/models/people/teacher/teacher-query"
import { readClassQuery } from "~/models/teaching/class/class-query"
import { listClassIdsWith } from "~/models/teaching/class-list/class-list.server"
import { studentsOfClass } from "./people-of-students.server"

// Saved filters whose records are teachers, or have families to write to. What they find is looked up again for each message.

type Noun = Exclude<ListNoun, "teachers">

const found: Record<Noun, (actor: Actor, query: URLSearchParams) => readonly string[]> = {
  students: (actor, query) => listIdsWith(actor, readStudentQuery(query).filter, "all"),
  families: (actor, query) => studentsOfFamilies(actor, listFamilyIds(actor, readFamilyQuery(query), false)),
  classes: (actor, query) =>
    listClassIdsWith(actor, readClassQuery(query).filter, "all").flatMap((id) => studentsOfClass(actor, id)),
  invoices: (actor, query) => {
    const { family, page: _, ...filter } = InvoiceQuery.parse(Object.fromEntries(query))
    const { rows } = listInvoices(actor, { ...filter, familyId: family, page: null })
    return studentsOfFamilies(actor, [...new Set(rows.map(({ familyId }) => familyId))], "former too")
  },
}

const nouns = ["students", "families", "classes", "invoices", "teachers"] as const satisfies ListNoun[]
const groups: Record<ListNoun, string> = {
  students: "Saved filters",
  families: "Saved filters of families",
  classes: "Saved filters of classes",
  invoices: "Saved filters of invoices",
  teachers: "Saved filters of teachers",
}

/** Who doesn't see a list doesn't write to its filters. */
const nounsOf = (actor: Actor) =>
  nouns.filter(
    (noun) =>
      (noun !== "invoices" || may(actor, "invoice:read")) &&
      (noun !== "teachers" || may(actor, "teacher:read")),
  )

/** The saved filters that can be written to, by list. */
export const listFilterChoices = (actor: Actor) =>
  listFiltersOf(actor, nounsOf(actor)).map(({ id, noun, name }) => ({
    key: `filter:${id}`,
    label: name,
    group: groups[noun],
  }))

/** A filter that this person may write to. */
export const findFilterOf = (actor: Actor, filterId: string) =>
  listFiltersOf(actor, nounsOf(actor)).find(({ id }) => id === filterId)

type Filter = NonNullable<ReturnType<typeof findFilterOf>>

/** Whether a filter, or a list, is by what families owe or were invoiced: a message to those it finds is for who pays. */
export function isAboutMoney({ noun, query }: { noun: SelectableNoun; query: string }): boolean {
  const parameters = new URLSearchParams(query)
  if (noun === "families") return readFamilyQuery(parameters).state === "owing"
  if (noun === "students") return readStudentQuery(parameters).filter.traits?.balance !== undefined
  return noun === "invoices"
}

/** The students whom a filter stands for now; none for one of teachers. */
export const studentsOfFilter = (actor: Actor, { noun, query }: Filter): string[] =>
  noun === "teachers" ? [] : [...new Set(found[noun](actor, new URLSearchParams(query)))]

/** Which teachers a filter stands for. */
export const teacherFilterOf = ({ query }: Filter) => readTeacherQuery(new URLSearchParams(query))
