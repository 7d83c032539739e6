import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { BillingMode } from "./price"

/**
 * Billing and amount agreed for an enrollment on a date, in SQL: columns for a query that joins `enrollments`. Both null
 * where the class's own price holds. Column names are written out, because a query of one table leaves its name away.
 */
export function agreedOn(date: SQLWrapper | string) {
  const inForce = (column: string) => sql`(select ${sql.raw(`op.${column}`)} from own_prices op
    where op.school_id = enrollments.school_id and op.enrollment_id = enrollments.id and op.from_date <= ${date}
    order by op.from_date desc limit 1)`
  const agreed = (column: string): SQL =>
    sql`case when ${inForce("from_date")} is null then ${sql.raw(`enrollments.${column === "billing" ? column : "price_minor"}`)}
      else ${inForce(column)} end`
  return {
    billing: sql<BillingMode | null>`${agreed("billing")}`,
    priceMinor: sql<number | null>`${agreed("amount_minor")}`,
  }
}
