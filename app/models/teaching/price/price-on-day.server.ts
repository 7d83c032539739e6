import { classPrices } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { type SQL, sql } from "drizzle-orm"
import { agreedOn } from "./agreed-on.server"

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
