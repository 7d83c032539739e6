// Who acts, in which school. Every model function takes an Actor first; tenancy is a type, not a habit.
// Only the guard (from a sign-in), jobs (for a school) and tests can make one: see actor.server.ts.
import type { Formats } from "~/utils/formats"
import type { Right } from "./rights"
import type { StaffRole } from "./staff-permissions"

/** `office` is a member of the office who gives no lessons: what they may do is in their rights alone. */
export const roles = ["admin", "solo_teacher_admin", "office", "teacher", "student"] as const
export type Role = (typeof roles)[number]

/** What every rule needs to know of the school it runs in, and how it writes dates, times and money. */
export type SchoolFacts = Formats & {
  readonly id: string
  readonly kind: "school" | "solo"
  readonly name: string
  /** The file of its logo, and the color of its emails. */
  readonly logoId: string | null
  readonly accentColor: string | null
  /** IANA zone; all wall-clock times are in it. */
  readonly timeZone: string
  /** ISO 4217; all money is in its minor units. */
  readonly currency: string
  readonly noticeHours: number
  readonly creditExpiryDays: number
  /** So many days after a lesson its attendance is locked; null is never. */
  readonly attendanceLockDays: number | null
  /** Whether credits end after `creditExpiryDays`, or with the term of the missed lesson or the one after it. */
  readonly creditExpiry: "days" | "term" | "next_term"
  /** How many late absences of a student count as reported in time, each term. */
  readonly lateAllowance: number
  /** How many days before a credit ends its family is told; 0 is never. */
  readonly creditWarnDays: number
  /** The most make-up credits a student earns in a term; null is no limit. */
  readonly creditCap: number | null
  readonly invoiceDueDays: number
  /** Whether teachers see what families pay. */
  readonly teachersSeePrices: boolean
  /** When everything of it is deleted (UTC ms), where that was asked for. */
  readonly deletionDueAt: number | null
}

declare const madeByTheGuard: unique symbol

/** Someone of a school, or the school itself. The kinds keep one actor from passing for another. */
export type Actor = {
  readonly [madeByTheGuard]: true
  readonly kind: "member"
  readonly school: SchoolFacts
  /** Null when a job acts for the school. */
  readonly memberId: string | null
  readonly userId: string | null
  readonly name: string
  /** A teacher who acts by a right of theirs acts as the office: for the whole school. */
  readonly role: Role | "job"
  /** Beside the role: what the administrator allowed this member. */
  readonly rights: readonly Right[]
}

/** Platform staff. Reads no pupil data. */
export type SuperActor = {
  readonly [madeByTheGuard]: true
  readonly kind: "staff"
  readonly userId: string
  readonly name: string
  readonly roles: readonly StaffRole[]
}

/** Someone signed in, as themself: for what is the person's own, whichever school they are in. */
export type PersonActor = {
  readonly [madeByTheGuard]: true
  readonly kind: "person"
  readonly userId: string
  readonly name: string
  /** The school of the current membership, if there is one. */
  readonly schoolId: string | null
  /** Its zone, or UTC. */
  readonly timeZone: string
}
