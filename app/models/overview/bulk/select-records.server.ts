import { invoices } from "db/schema/money"
import { families, students, teachers } from "db/schema/people"
import { inquiries } from "db/schema/people-inquiries"
import { classes } from "db/schema/teaching"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { idsOf } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { Permission } from "~/models/foundation/access/permissions"
import {
  mostSelected,
  type SelectableNoun,
  type SelectionScope,
  selectableNouns,
  selectionScopes,
} from "~/models/foundation/selection/selection"
import { readFamilyQuery } from "~/models/money/family-list/family-list"
import { listFamilyIds } from "~/models/money/family-list/family-list.server"
import { InvoiceQuery } from "~/models/money/invoice/invoice-forms"
import { listInvoiceIds } from "~/models/money/invoice/list-invoices.server"
import { listIdsWith } from "~/models/money/student-list/list-students-with.server"
import { listInquiryIds } from "~/models/people/inquiry/inquiries.server"
import { readInquiryQuery } from "~/models/people/inquiry/inquiry"
import { readPortalState } from "~/models/people/invitation/portal-people"
import { listPortalPeople } from "~/models/people/invitation/portal-people.server"
import { readStudentQuery } from "~/models/people/student/student"
import { listTeachersWith } from "~/models/people/teacher/list-teachers.server"
import { readTeacherQuery } from "~/models/people/teacher/teacher-query"
import { readClassQuery } from "~/models/teaching/class/class-query"
import { listClassIdsWith } from "~/models/teaching/class-list/class-list.server"
import { listEmptiedIds } from "~/models/teaching/roll-over/emptied-lessons.server"
import { PER_PAGE, pageOf } from "~/utils/page-number"

// Which records a list's form means: those ticked, its page, or everything that its filter finds now.

/** What the form around a list sends, besides the ticks. */
export const SelectionForm = z.object({
  noun: z.enum(selectableNouns),
  act: z.string().max(20),
  scope: z.enum(selectionScopes).default("ticked"),
  /** The list's own query, as in its address. */
  list: z.string().max(2000).catch(""),
})

/** Undefined where there are more than can be selected. */
type Finder = (actor: Actor, query: URLSearchParams, isPage: boolean) => string[] | undefined

const finders: Record<SelectableNoun, Finder> = {
  students: (actor, query, isPage) => {
    const { filter, page } = readStudentQuery(query)
    return listIdsWith(actor, filter, isPage ? page : "all")
  },
  classes: (actor, query, isPage) => {
    // Private classes of the next term whose families declined are no list of their own.
    if (query.get("state") === "declined") return listEmptiedIds(actor)
    const { filter, page } = readClassQuery(query)
    return listClassIdsWith(actor, filter, isPage ? page : "all")
  },
  invoices: (actor, query, isPage) => {
    const {
      page,
      family: familyId,
      ...filter
    } = InvoiceQuery.parse(Object.fromEntries([...query].filter(([, value]) => value !== "")))
    return listInvoiceIds(actor, { ...filter, familyId, page: isPage ? page : null }, mostSelected)
  },
  families: (actor, query, isPage) => {
    const asked = readFamilyQuery(query)
    return listFamilyIds(actor, asked, isPage)
  },
  people: (actor, query, isPage) => {
    const state = readPortalState(query)
    const found = listPortalPeople(actor).filter((person) => !state || person.state === state)
    const page = pageOf(query)
    const shown = isPage ? found.slice((page - 1) * PER_PAGE, page * PER_PAGE) : found
    return shown.map(({ key }) => key)
  },
  teachers: (actor, query, isPage) =>
    listTeachersWith(actor, readTeacherQuery(query), isPage ? pageOf(query) : "all").teachers.map(
      ({ id }) => id,
    ),
  inquiries: (actor, query, isPage) =>
    listInquiryIds(actor, { ...readInquiryQuery(query), page: isPage ? pageOf(query) : "all" }),
}

export const permissionOf: Record<SelectableNoun, Permission> = {
  students: "student:read",
  classes: "class:read",
  invoices: "invoice:read",
  families: "student:read",
  people: "invitation:send",
  teachers: "teacher:read",
  inquiries: "student:read",
}

const tables = { students, classes, invoices, families, teachers, inquiries }

/**
 * The records meant. `foreign` is true when ids were sent and none of them is the school's; those of another school among
 * others are left out.
 */
export function selectRecords(
  actor: Actor,
  noun: SelectableNoun,
  { scope, list, ticked }: { scope: SelectionScope; list: string; ticked: readonly string[] },
): { ids: string[]; foreign: boolean; tooMany: boolean } {
  if (scope !== "ticked") {
    const ids = finders[noun](actor, new URLSearchParams(list), scope === "page")
    if (!ids || ids.length > mostSelected) return { ids: [], foreign: false, tooMany: true }
    return { ids, foreign: false, tooMany: false }
  }
  const asked = [...new Set(ticked)].slice(0, mostSelected)
  const known = new Set(keepOwn(actor, noun, asked))
  const ids = asked.filter((id) => known.has(id))
  return { ids, foreign: asked.length > 0 && ids.length === 0, tooMany: false }
}

function keepOwn(actor: Actor, noun: SelectableNoun, ids: readonly string[]): string[] {
  if (noun === "people") return listPortalPeople(actor).map(({ key }) => key)
  const table = tables[noun]
  return idsOf(actor, table, among(table.id, ids))
}
