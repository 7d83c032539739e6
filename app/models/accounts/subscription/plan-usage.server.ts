import { db, prepareOnce } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { sampleRecords } from "db/schema/foundation-sample"
import { members, students, teachers } from "db/schema/people"
import { and, count, eq, inArray, isNull, sql } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { now } from "~/utils/clock.server"
import { planCatalogue } from "../plan/plan-catalogue"
import { raisesLimits } from "./plan-steps"
import { countedStatuses, type PlanUsage } from "./plan-usage"
import { clientStatus } from "./subscription"

/** How many places of the plan are taken. Students count while on trial, active or paused; leads, former ones and sample data do not. */
export const findPlanUsage = (actor: Actor): PlanUsage => usageOf(actor.school.id)

/** The same with whether the school is open, for platform staff; undefined when there is no such school. */
export function findPlanUsageOf(_staff: SuperActor, schoolId: string) {
  const school = db().select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId)).get()
  if (!school) return undefined
  const subscription = subscriptionQuery().get({ schoolId })
  return { usage: usageOf(schoolId), isActive: clientStatus(subscription, now()) === "active" }
}

// Every page of the office shows the usage.
const ofSchool = sql.placeholder("schoolId")
const subscriptionQuery = prepareOnce(() =>
  db().select().from(subscriptions).where(own(ofSchool, subscriptions)).prepare(),
)
const usedTeachersQuery = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(teachers)
    .where(and(own(ofSchool, teachers), isNull(teachers.deactivatedAt)))
    .prepare(),
)
const usedStudentsQuery = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(students)
    .where(and(own(ofSchool, students), inArray(students.status, [...countedStatuses])))
    .prepare(),
)
const administratorsQuery = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(members)
    .where(and(own(ofSchool, members), inArray(members.role, officeRoles), isNull(members.deactivatedAt)))
    .prepare(),
)

// Sample data takes no one's place.
const sampleTeachersQuery = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(sampleRecords)
    .innerJoin(teachers, and(joined(teachers, sampleRecords.nounId), isNull(teachers.deactivatedAt)))
    .where(and(own(ofSchool, sampleRecords), eq(sampleRecords.noun, "teacher")))
    .prepare(),
)
const sampleStudentsQuery = prepareOnce(() =>
  db()
    .select({ n: count() })
    .from(sampleRecords)
    .innerJoin(
      students,
      and(joined(students, sampleRecords.nounId), inArray(students.status, [...countedStatuses])),
    )
    .where(and(own(ofSchool, sampleRecords), eq(sampleRecords.noun, "student")))
    .prepare(),
)

function usageOf(schoolId: string): PlanUsage {
  const subscription = subscriptionQuery().get({ schoolId })
  const plan = subscription?.plan ? planCatalogue[subscription.plan] : undefined
  const next = subscription?.nextPlan ? planCatalogue[subscription.nextPlan] : undefined
  const isSmallerNext =
    subscription?.plan && subscription.nextPlan && raisesLimits(subscription.nextPlan, subscription.plan)
  const usedTeachers = difference(usedTeachersQuery(), sampleTeachersQuery(), schoolId)
  const usedStudents = difference(usedStudentsQuery(), sampleStudentsQuery(), schoolId)
  const administrators = administratorsQuery().get({ schoolId })
  return {
    planName: (isSmallerNext ? next : plan)?.name ?? "No plan",
    administrators: { used: administrators?.n ?? 0, limit: plan ? plan.administratorLimit : 1 },
    teachers: {
      used: usedTeachers,
      limit: plan ? smaller(plan.teacherLimit, next?.teacherLimit) : 0,
    },
    students: {
      used: usedStudents,
      limit: plan ? smaller(plan.studentLimit, next?.studentLimit) : 0,
    },
  }
}

type Counting = { get(parameters: { schoolId: string }): { n: number } | undefined }

const difference = (all: Counting, sample: Counting, schoolId: string): number =>
  (all.get({ schoolId })?.n ?? 0) - (sample.get({ schoolId })?.n ?? 0)

/** A smaller plan that begins later already holds for adding: else a school could be filled just before it does. */
const smaller = (limit: number | null, next: number | null | undefined): number | null =>
  next === null || next === undefined ? limit : Math.min(limit ?? next, next)
