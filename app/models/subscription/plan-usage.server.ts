import { db } from "db/client.server"
import { students, teachers } from "db/schema/people"
import { subscriptions } from "db/schema/platform"
import { and, count, eq, inArray, isNull } from "drizzle-orm"
import type { Actor } from "../access/actor"
import { planCatalogue } from "../plan/plan-catalogue"
import { type PlanUsage, placeTakingStatuses } from "./plan-usage"

/** How many places of the plan are taken. Students count while on trial, active or paused; leads and former ones do not. */
export function findPlanUsage(actor: Actor): PlanUsage {
  const schoolId = actor.school.id
  const subscription = db().select().from(subscriptions).where(eq(subscriptions.schoolId, schoolId)).get()
  const plan = subscription?.plan ? planCatalogue[subscription.plan] : undefined
  const usedTeachers = db()
    .select({ n: count() })
    .from(teachers)
    .where(and(eq(teachers.schoolId, schoolId), isNull(teachers.deactivatedAt)))
    .get()
  const usedStudents = db()
    .select({ n: count() })
    .from(students)
    .where(and(eq(students.schoolId, schoolId), inArray(students.status, [...placeTakingStatuses])))
    .get()
  return {
    planName: plan?.name ?? "No plan",
    teachers: { used: usedTeachers?.n ?? 0, limit: plan ? plan.teacherLimit : 0 },
    students: { used: usedStudents?.n ?? 0, limit: plan ? plan.studentLimit : 0 },
  }
}
