import { users } from "db/schema/accounts"
import { schools } from "db/schema/accounts-schools"
import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { events } from "db/schema/foundation-audit"
import { members, students, teachers } from "db/schema/people"
import { and, asc, count, desc, eq, inArray, isNull, sql } from "drizzle-orm"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { countedStatuses } from "~/models/accounts/subscription/plan-usage"
import { standingKindOf } from "~/models/accounts/subscription/subscription"
import type { Role, SuperActor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { columns, joined, ofSchool } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { now } from "~/utils/clock.server"

// One school as the platform's staff see it: what it has of us, how much of it it uses, whom to write to, what happened
// last. No pupil, no family, no amount of theirs: of an event only who (by role), when and what kind of thing.

const mostEvents = 20
const mostAttempts = 10

export function findSchool(_staff: SuperActor, schoolId: string) {
  const school = select(columns(schools, "id", "name", "kind", "timeZone", "currency", "createdAt"))
    .from(schools)
    .where(eq(schools.id, schoolId))
    .get()
  if (!school) return undefined
  const subscription = select().from(subscriptions).where(ofSchool(schoolId, subscriptions)).get()
  return {
    ...school,
    state: standingKindOf(subscription, now()),
    subscription: subscription
      ? {
          status: subscription.status,
          planName: subscription.plan ? planCatalogue[subscription.plan].name : null,
          interval: subscription.interval,
          paidUntil: subscription.paidUntil,
          activatedAt: subscription.activatedAt,
          extendedUntil: subscription.extendedUntil,
          heldAt: subscription.heldAt,
          providerSubscriptionId: subscription.providerSubscriptionId,
        }
      : null,
    usage: usageOf(schoolId, subscription?.plan ?? null),
    membersByRole: membersOf(schoolId),
    office: officeOf(schoolId),
    attempts: attemptsOf(schoolId),
    events: eventsOf(schoolId),
  }
}

function usageOf(schoolId: string, plan: keyof typeof planCatalogue | null) {
  const taught = select({ n: count() })
    .from(teachers)
    .where(and(ofSchool(schoolId, teachers), isNull(teachers.deactivatedAt)))
    .get()
  const taking = select({ n: count() })
    .from(students)
    .where(and(ofSchool(schoolId, students), inArray(students.status, [...countedStatuses])))
    .get()
  const limits = plan ? planCatalogue[plan] : { teacherLimit: 0, studentLimit: 0 }
  return {
    teachers: { used: taught?.n ?? 0, limit: limits.teacherLimit },
    students: { used: taking?.n ?? 0, limit: limits.studentLimit },
  }
}

function membersOf(schoolId: string): { role: Role; n: number }[] {
  return select({ role: members.role, n: count() })
    .from(members)
    .where(and(ofSchool(schoolId, members), isNull(members.deactivatedAt)))
    .groupBy(members.role)
    .orderBy(asc(members.role))
    .all()
}

/** Those who run the school: whom to write to. */
function officeOf(schoolId: string) {
  return select({ userId: users.id, name: users.name, email: users.email, role: members.role })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(ofSchool(schoolId, members), isNull(members.deactivatedAt), inArray(members.role, officeRoles)),
    )
    .orderBy(asc(members.createdAt), asc(members.id))
    .limit(20)
    .all()
}

function attemptsOf(schoolId: string) {
  return select(columns(subscriptionAttempts, "id", "plan", "interval", "state", "updatedAt"))
    .from(subscriptionAttempts)
    .where(ofSchool(schoolId, subscriptionAttempts))
    .orderBy(desc(subscriptionAttempts.id))
    .limit(mostAttempts)
    .all()
    .map(({ plan, ...attempt }) => ({ ...attempt, planName: planCatalogue[plan].name }))
}

function eventsOf(schoolId: string) {
  return select({
    ...columns(events, "id", "verb", "noun", "createdAt"),
    role: members.role,
    /** Who did it that is no one of the school: the provider or our staff, never a name of the school's people. */
    by: sql<
      string | null
    >`case when ${events.memberId} is null and ${events.actorName} <> ${schools.name} then ${events.actorName} end`,
  })
    .from(events)
    .innerJoin(schools, eq(schools.id, events.schoolId))
    .leftJoin(members, joined(members, events.memberId))
    .where(ofSchool(schoolId, events))
    .orderBy(desc(events.createdAt), desc(events.id))
    .limit(mostEvents)
    .all()
}
