import { type SQL, type SQLWrapper, sql } from "drizzle-orm"
import type { BillingMode } from "./price"

/**
 * Billing and amount agreed for an enrollment on a date, in SQL: columns for a query that joins `enrollments`. Both null
 * where the class's own price holds. A first price by the month is that of the whole month it begins in, as `priceOf` says it
 * of a class's. Column names are written out, because a query of one table leaves its name away.
 */
export function agreedOn(date: SQLWrapper | string) {
  const inForce = (column: string) => sql`(select ${sql.raw(`op.${column}`)} from own_prices op
    where op.school_id = enrollments.school_id and op.enrollment_id = enrollments.id and op.from_date <= ${date}
    order by op.from_date desc limit 1)`
  const firstOfMonth = (column: string) => sql`(select case when op.billing = 'monthly'
      and substr(op.from_date, 1, 7) = substr(${date}, 1, 7) then ${sql.raw(`op.${column}`)} end
    from own_prices op where op.school_id = enrollments.school_id and op.enrollment_id = enrollments.id
    and not exists (select 1 from class_prices cp where cp.school_id = enrollments.school_id
      and cp.class_id = enrollments.class_id and cp.from_date < op.from_date)
    order by op.from_date limit 1)`
  const agreed = (column: string): SQL =>
    sql`case when ${inForce("from_date")} is not null then ${inForce(column)}
      when enrollments.billing is not null or enrollments.price_minor is not null then ${sql.raw(`enrollments.${column === "billing" ? column : "price_minor"}`)}
      else ${firstOfMonth(column)} end`
  return {
    billing: sql<BillingMode | null>`${agreed("billing")}`,
    priceMinor: sql<number | null>`${agreed("amount_minor")}`,
  }
}
