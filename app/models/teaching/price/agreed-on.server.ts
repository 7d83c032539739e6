import { classPrices } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
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

// What a seat costs on the day of its session, in SQL: for statements that have the session and the enrollment beside it.

const ofClass = sql`${classPrices.schoolId} = ${sessions.schoolId} and ${classPrices.classId} = ${sessions.classId}`

/** A month's first price holds from its first day, where the class had none before. */
const firstOfMonth = (column: SQL) => sql`(select case when ${classPrices.billing} = 'monthly'
    and substr(${classPrices.fromDate}, 1, 7) = substr(${sessions.localDate}, 1, 7) then ${column} end from ${classPrices}
  where ${ofClass} order by ${classPrices.fromDate}, ${classPrices.id} limit 1)`

/** Of the class's price on the day; null after the last installment of a course, as `priceOf` says it. */
export const inForce = (column: SQL) => sql`coalesce((select case when ${classPrices.parts} is null
    or substr(${classPrices.fromDate}, 1, 7) = substr(${sessions.localDate}, 1, 7) then ${column} end from ${classPrices}
  where ${ofClass} and ${classPrices.fromDate} <= ${sessions.localDate}
  order by ${classPrices.fromDate} desc, ${classPrices.id} desc limit 1), ${firstOfMonth(column)})`
const agreed = agreedOn(sessions.localDate)
export const billingOnDay = sql`coalesce(${agreed.billing}, ${inForce(sql`${classPrices.billing}`)})`
export const priceOnDay = sql`coalesce(${agreed.priceMinor}, ${inForce(sql`${classPrices.amountMinor}`)})`

/** A lesson of a class of the kind trial, at a school that charges nothing for them. */
export const isFreeTrial = sql`exists (select 1 from classes tc join schools ts on ts.id = tc.school_id
  where tc.school_id = ${sessions.schoolId} and tc.id = ${sessions.classId}
  and tc.kind = 'trial' and ts.trial_price = 'free')`
