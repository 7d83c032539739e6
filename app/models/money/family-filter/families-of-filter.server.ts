import { students } from "db/schema/people"
import { and } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { selectDistinct } from "~/models/foundation/access/door.server"
import { among, own } from "~/models/foundation/access/own.server"
import { listFiltersOf } from "~/models/foundation/saved-filter/saved-filter.server"
import { readStudentQuery } from "~/models/people/student/student"
import { readFamilyQuery } from "../family-list/family-list"
import { listFamilyIds } from "../family-list/family-list.server"
import { InvoiceQuery } from "../invoice/invoice-forms"
import { listInvoices } from "../invoice/list-invoices.server"
import { listIdsWith } from "../student-list/list-students-with.server"

// The saved filters whose records are families or belong to one, for what is done with families.

type Noun = "students" | "families" | "invoices"

const groups: Record<Noun, string> = { students: "Students", families: "Families", invoices: "Invoices" }

const found: Record<Noun, (actor: Actor, query: URLSearchParams) => readonly string[]> = {
  students: (actor, query) => familiesOf(actor, listIdsWith(actor, readStudentQuery(query).filter, "all")),
  families: (actor, query) => listFamilyIds(actor, readFamilyQuery(query), false),
  invoices: (actor, query) => {
    const { family: familyId, page: _, ...filter } = InvoiceQuery.parse(Object.fromEntries(query))
    return listInvoices(actor, { ...filter, familyId, page: null }).rows.map((row) => row.familyId)
  },
}

const filtersOf = (actor: Actor) => listFiltersOf(actor, Object.keys(found) as Noun[])

/** The saved filters that families are found by, with the list that each is of. */
export const listFamilyFilters = (actor: Actor): { id: string; name: string; group: string }[] =>
  filtersOf(actor).map(({ id, name, noun }) => ({ id, name, group: groups[noun as Noun] }))

/** The families that a saved filter finds now; undefined for a filter that this person doesn't see. */
export function familiesOfFilter(actor: Actor, filterId: string): Set<string> | undefined {
  const saved = filtersOf(actor).find(({ id }) => id === filterId)
  return saved && new Set(found[saved.noun as Noun](actor, new URLSearchParams(saved.query)))
}

function familiesOf(actor: Actor, studentIds: readonly string[]): string[] {
  return selectDistinct({ familyId: students.familyId })
    .from(students)
    .where(and(own(actor, students), among(students.id, studentIds)))
    .all()
    .map(({ familyId }) => familyId)
}
