import { invoices } from "db/schema/money"
import { families } from "db/schema/people"
import { and, eq, gte, lte, or, type SQL, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { own } from "~/models/foundation/access/own.server"
import { containing } from "~/utils/like-pattern"
import type { InvoiceStatus } from "./invoice"
import type { InvoiceSort } from "./invoice-columns"

// Which invoices a list, a file or a sum is of.

export type InvoiceFilter = {
  status?: InvoiceStatus
  familyId?: string
  /** Sent with this run. */
  runId?: string
  /** A part of the number or of the family's name. */
  search?: string
  /** Issued in this period, `YYYY-MM-DD`, both days included; a draft counts by the end of its period. */
  from?: string
  to?: string
  sort?: InvoiceSort
  order?: "reversed"
}

/** All but the state: the rows of invoices, joined with their families. */
export function conditionsOf(
  actor: Actor,
  { familyId, runId, search, from, to }: InvoiceFilter,
): SQL | undefined {
  const pattern = containing(search?.trim() ?? "")
  const day = sql`coalesce(${invoices.issuedOn}, ${invoices.periodTo})`
  return and(
    own(actor, invoices),
    familyId ? eq(invoices.familyId, familyId) : undefined,
    runId ? eq(invoices.runId, runId) : undefined,
    search?.trim()
      ? or(
          sql`${invoices.number} like ${pattern} escape '\\'`,
          sql`${families.name} like ${pattern} escape '\\'`,
        )
      : undefined,
    from ? gte(day, from) : undefined,
    to ? lte(day, to) : undefined,
  )
}

/**
 * The same conditions for reading all that they find: days and texts are looked up in indexes, so that a month or a name of a
 * large school doesn't look at each invoice there ever was. `conditionsOf` is for a walk through the list in its order.
 */
export function lookUp(actor: Actor, { search, from, to, ...filter }: InvoiceFilter): SQL | undefined {
  const school = actor.school.id
  const pattern = containing(search?.trim() ?? "")
  const first = from ?? ""
  const last = to ?? "9999-12-31"
  // A draft and a void invoice are few, and those that were issued are found by their day.
  const ofDays = sql`invoices.rowid in (
    select i.rowid from invoices i
      where i.school_id = ${school} and i.state = 'issued' and i.issued_on between ${first} and ${last}
    union all select i.rowid from invoices i
      where i.school_id = ${school} and i.state in ('draft', 'void')
        and coalesce(i.issued_on, i.period_to) between ${first} and ${last})`
  const ofText = sql`invoices.rowid in (
    select i.rowid from invoices i where i.school_id = ${school} and i.number like ${pattern} escape '\\'
    union all select i.rowid from families f join invoices i on i.school_id = f.school_id and i.family_id = f.id
      where f.school_id = ${school} and f.name like ${pattern} escape '\\')`
  return and(
    conditionsOf(actor, filter),
    search?.trim() ? ofText : undefined,
    from || to ? ofDays : undefined,
  )
}
