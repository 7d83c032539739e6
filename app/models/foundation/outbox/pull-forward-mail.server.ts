import { emails } from "db/schema/foundation-mail"
import { and, eq, gt, isNull, or, sql } from "drizzle-orm"
import { now } from "~/utils/clock.server"
import { platformChange } from "../access/door.server"
import { leaseMs, longestHoldMs } from "./outbox.server"

const minute = 60_000
const hour = 60 * minute
/** No daily email is further away, however its reader's hours and a change to summer time fall. */
const longestDailyMs = 50 * hour

/**
 * Mail that a clock which was ahead put too far into the future is due at once: none waits longer than a day, and none
 * was queued later than now. Mail that is held stays held, from now on. A lease ends when one taken now would. Answers how
 * many were due too late.
 */
export function pullForwardMail(): number {
  const at = now()
  platformChange(emails, and(eq(emails.state, "queued"), gt(emails.leaseUntil, at + leaseMs)), {
    leaseUntil: at + leaseMs,
  })
  const held = platformChange(
    emails,
    and(
      eq(emails.state, "queued"),
      gt(emails.dueAt, at + longestHoldMs),
      gt(emails.createdAt, at + minute),
      eq(emails.dueAt, sql`${emails.createdAt} + ${longestHoldMs}`),
      sql`${emails.gatheredFor} is not null`,
    ),
    { createdAt: at, dueAt: at + longestHoldMs },
  )
  const due = platformChange(
    emails,
    and(
      eq(emails.state, "queued"),
      gt(emails.dueAt, at + minute),
      or(gt(emails.dueAt, at + 24 * hour), gt(emails.createdAt, at + minute)),
    ),
    { dueAt: at },
  )
  // What waits for a daily email asks again when it leaves.
  const gathered = platformChange(
    emails,
    and(
      sql`${emails.state} = 'gathered'`,
      isNull(emails.digestId),
      or(gt(emails.createdAt, at + minute), gt(emails.dueAt, at + longestDailyMs)),
    ),
    { state: "queued", dueAt: at },
  )
  return held + due + gathered
}

/** A school's mail that a sender put off is due at once. What is held until an undo is over stays held. */
export function pullForwardMailOf(schoolId: string) {
  const at = now()
  platformChange(
    emails,
    and(
      eq(emails.schoolId, schoolId),
      eq(emails.state, "queued"),
      gt(emails.dueAt, at),
      isNull(emails.gatheredFor),
    ),
    { dueAt: at },
  )
}
