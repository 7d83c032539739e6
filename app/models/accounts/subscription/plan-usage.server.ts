import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { sampleRecords } from "db/schema/foundation-sample"
import { members, students, teachers } from "db/schema/people"
import { and, count, eq, inArray, isNull, type SQL, sql } from "drizzle-orm"
import type { Actor, SuperActor } from "~/models/foundation/access/actor"
import { type Params, platformQuery, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { officeRoles } from "~/models/foundation/access/roles"
import { mailDay } from "~/models/foundation/outbox/mail-count.server"
import type { SampleNoun } from "~/models/foundation/sample-record/sample-record.server"
import { now } from "~/utils/clock.server"
import { planCatalogue } from "../plan/plan-catalogue"
import type { Quotas } from "../quota/quota"
import { quotasOf, usedColumns } from "../quota/quota.server"
import { raisesLimits } from "./plan-steps"
import { countedStatuses, type PlanUsage } from "./plan-usage"
import { clientStatus } from "./subscription"

/** How many places of the plan are taken. Students count while on trial, active or paused; leads, former ones and sample data do not. */
export const findPlanUsage = (actor: Actor): PlanUsage => usageOf(actor.school.id).places

/** The same with what is used of the plan's room and mail, which every page of the office shows. */
export function findUsage(actor: Actor): PlanUsage & { quotas: Quotas } {
  const { places, quotas } = usageOf(actor.school.id)
  return { ...places, quotas }
}

/** The same with whether the school is open, for platform staff; undefined when there is no such school. */
export function findPlanUsageOf(_staff: SuperActor, schoolId: string) {
  const school = select({ id: schools.id }).from(schools).where(eq(schools.id, schoolId)).get()
  if (!school) return undefined
  const subscription = subscriptionQuery.get({ schoolId })
  return { usage: usageOf(schoolId).places, isActive: clientStatus(subscription, now()) === "active" }
}

const subscriptionQuery = platformQuery((p: Params<{ schoolId: string }>) =>
  select().from(subscriptions).where(own(p.schoolId, subscriptions)),
)

/** All of it in one statement, with sample data apart, as it takes no one's place. */
const usageQuery = platformQuery((p: Params<{ schoolId: string; day: string }>) => {
  const n = { n: count() }
  const activeTeacher = isNull(teachers.deactivatedAt)
  const countedStudent = inArray(students.status, [...countedStatuses])
  const officeMember = and(inArray(members.role, officeRoles), isNull(members.deactivatedAt))
  const sample = (noun: SampleNoun) => and(own(p.schoolId, sampleRecords), eq(sampleRecords.noun, noun))
  const counted = (query: { getSQL(): SQL }) => sql<number>`(${query.getSQL()})`
  return select({
    ...usedColumns(p.schoolId),
    plan: subscriptions.plan,
    nextPlan: subscriptions.nextPlan,
    administrators: counted(
      select(n)
        .from(members)
        .where(and(own(p.schoolId, members), officeMember)),
    ),
    teachers: counted(
      select(n)
        .from(teachers)
        .where(and(own(p.schoolId, teachers), activeTeacher)),
    ),
    students: counted(
      select(n)
        .from(students)
        .where(and(own(p.schoolId, students), countedStudent)),
    ),
    sampleTeachers: counted(
      select(n)
        .from(sampleRecords)
        .innerJoin(teachers, and(joined(teachers, sampleRecords.nounId), activeTeacher))
        .where(sample("teacher")),
    ),
    sampleStudents: counted(
      select(n)
        .from(sampleRecords)
        .innerJoin(students, and(joined(students, sampleRecords.nounId), countedStudent))
        .where(sample("student")),
    ),
  })
    .from(schools)
    .leftJoin(subscriptions, own(p.schoolId, subscriptions))
    .where(eq(schools.id, p.schoolId))
})

function usageOf(schoolId: string): { places: PlanUsage; quotas: Quotas } {
  const found = usageQuery.get({ schoolId, day: mailDay() })
  const plan = found?.plan ? planCatalogue[found.plan] : undefined
  const next = found?.nextPlan ? planCatalogue[found.nextPlan] : undefined
  const isSmallerNext = found?.plan && found.nextPlan && raisesLimits(found.nextPlan, found.plan)
  const places = {
    planName: (isSmallerNext ? next : plan)?.name ?? "No plan",
    administrators: { used: found?.administrators ?? 0, limit: plan ? plan.administratorLimit : 1 },
    teachers: {
      used: found ? found.teachers - found.sampleTeachers : 0,
      limit: plan ? smaller(plan.teacherLimit, next?.teacherLimit) : 0,
    },
    students: {
      used: found ? found.students - found.sampleStudents : 0,
      limit: plan ? smaller(plan.studentLimit, next?.studentLimit) : 0,
    },
  }
  return { places, quotas: quotasOf(found) }
}

/** A smaller plan that begins later already holds for adding: else a school could be filled just before it does. */
const smaller = (limit: number | null, next: number | null | undefined): number | null =>
  next === null || next === undefined ? limit : Math.min(limit ?? next, next)
