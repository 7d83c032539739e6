/** How many are used and allowed; a limit of null is unlimited. */
export type LimitUsage = { used: number; limit: number | null }
export type PlanUsage = {
  planName: string
  administrators: LimitUsage
  teachers: LimitUsage
  students: LimitUsage
}

/** How many more fit; Infinity when unlimited. Never negative: a downgrade deletes nothing, it only blocks adding. */
export const seatsLeft = ({ used, limit }: LimitUsage): number =>
  limit === null ? Number.POSITIVE_INFINITY : Math.max(0, limit - used)

/** Why no more can be added: the number used, the number allowed, and what to do. */
export const limitReached = (
  noun: "teachers" | "students",
  planName: string,
  { used, limit }: LimitUsage,
): string => `You have ${used} of ${limit} ${noun} on ${planName}. Upgrade to add more.`

/** Students count toward the plan while on trial, active or paused; leads and former students don’t. */
export const countedStatuses = ["trial", "active", "paused"] as const
export const countsTowardPlan = (status: string): boolean =>
  (countedStatuses as readonly string[]).includes(status)

/** The answer of `GET /api/subscription/limits/{schoolId}` (spec §3): limits are a number or the word unlimited. */
export function limitsAnswer({ teachers, students }: PlanUsage, isActive: boolean) {
  const teacherLimit = teachers.limit ?? ("unlimited" as const)
  const studentLimit = students.limit ?? ("unlimited" as const)
  return {
    usage: { teachers: teachers.used, students: students.used },
    limits: { teachers: teacherLimit, students: studentLimit },
    isActive,
    teacherLimit,
    studentLimit,
  }
}
