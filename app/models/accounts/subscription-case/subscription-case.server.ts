import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptionCases } from "db/schema/accounts-subscriptions"
import { and, desc, eq, isNotNull, isNull, max, ne, type SQL } from "drizzle-orm"
import type { SQLiteColumn } from "drizzle-orm/sqlite-core"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { addOrChange, change, ownRows, platformChange, select } from "~/models/foundation/access/door.server"
import { columns, ofSchool } from "~/models/foundation/access/own.server"
import { mayStaff, readStaffRoles } from "~/models/foundation/access/staff-permissions"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { platformProvider } from "~/utils/payment-providers"

// A case for platform staff: a school that reports a payment, or a provider answer that doesn't match our row.

type Case = typeof subscriptionCases.$inferSelect

/**
 * Files a case, or brings the open one of the same reason and subject up to date; in the caller's transaction. Staff who can
 * act on it are emailed about a new one. `subject` tells several of a school apart, such as two disputes.
 */
export function fileCase(actor: Actor, reason: Case["reason"], found: object, subject = "") {
  const at = now()
  const [id, facts] = [newId(), JSON.stringify(found)]
  const filed = addOrChange(
    actor,
    subscriptionCases,
    { id, reason, subject, facts, createdAt: at, updatedAt: at },
    {
      as: [subscriptionCases.reason, subscriptionCases.subject],
      of: isNull(subscriptionCases.closedAt),
      to: { facts, updatedAt: at },
    },
  )
  if (filed.id === id) mailStaff(actor, reason, facts)
}

function mailStaff({ school }: Actor, reason: string, facts: string) {
  const staff = select({ email: users.email, roles: users.staffRoles })
    .from(users)
    .where(eq(users.isSuperAdmin, true))
    .all()
  for (const { email, roles } of staff)
    if (email && mayStaff(readStaffRoles(roles), "subscription:act"))
      queueMail({
        schoolId: null,
        recipient: email,
        template: "case-opened",
        data: { schoolName: school.name, reason, facts },
      })
}

/** Closes what has settled itself, such as a school that is active after all; `how` says by what. Of one subject, or all. */
export function settleCases(
  actor: Actor,
  reason: Case["reason"],
  { how = "settled automatically", subject }: { how?: string; subject?: string } = {},
) {
  change(
    actor,
    subscriptionCases,
    and(
      eq(subscriptionCases.reason, reason),
      subject === undefined ? undefined : eq(subscriptionCases.subject, subject),
      isNull(subscriptionCases.closedAt),
    ),
    { closedAt: now(), closedBy: how },
  )
}

/** What closes the case of a dispute that is over. */
export const settledAtProvider = `settled at ${platformProvider}`

/** When staff last closed a case of a reason and subject; undefined when they closed none. */
export const findClosing = (actor: Actor, reason: Case["reason"], subject: string): number | undefined =>
  ownRows(actor, subscriptionCases, { at: max(subscriptionCases.closedAt) })
    .where(
      and(
        eq(subscriptionCases.reason, reason),
        eq(subscriptionCases.subject, subject),
        ne(subscriptionCases.closedBy, settledAtProvider),
      ),
    )
    .get()?.at ?? undefined

export type ListedCase = Pick<Case, "id" | "schoolId" | "reason" | "createdAt" | "closedAt" | "closedBy"> & {
  schoolName: string
  facts: Record<string, unknown>
}

const mostCases = 100

/** Open cases of all schools, the newest first, at most a hundred. */
export const listOpenCases = (_staff: SuperActor): ListedCase[] =>
  listed(isNull(subscriptionCases.closedAt), subscriptionCases.updatedAt)

/** Those that were closed last, with who closed them or what settled them. */
export const listClosedCases = (_staff: SuperActor): ListedCase[] =>
  listed(isNotNull(subscriptionCases.closedAt), subscriptionCases.closedAt)

const listed = (where: SQL, newest: SQLiteColumn): ListedCase[] =>
  select({
    id: subscriptionCases.id,
    schoolId: subscriptionCases.schoolId,
    schoolName: schools.name,
    ...columns(subscriptionCases, "reason", "facts", "createdAt", "closedAt", "closedBy"),
  })
    .from(subscriptionCases)
    .innerJoin(schools, eq(schools.id, subscriptionCases.schoolId))
    .where(where)
    .orderBy(desc(newest))
    .limit(mostCases)
    .all()
    .map((row) => ({ ...row, facts: JSON.parse(row.facts) as Record<string, unknown> }))

/** Someone of the platform has looked after it. False when it was closed before, or never was. */
export function closeCase(staff: SuperActor, which: { schoolId: string; caseId: string }): boolean {
  const changes = platformChange(
    subscriptionCases,
    and(ofSchool(which.schoolId, subscriptionCases, which.caseId), isNull(subscriptionCases.closedAt)),
    { closedAt: now(), closedBy: staff.name },
  )
  return changes === 1
}
