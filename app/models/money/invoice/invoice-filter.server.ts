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
