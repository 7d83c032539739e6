import { db } from "db/client.server"
import { members, users } from "db/schema/people"
import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm"
import { formatDate, localDate } from "~/utils/dates"
import type { Actor } from "../access/actor"
import { queueMail } from "../outbox/outbox.server"
import { type PlanInterval, type PlanKey, planCatalogue } from "../plan/plan-catalogue"

// What the school's office is told about its subscription, in the transaction that changed it.

/** The school is open; `paidUntil` is a UTC ms instant. */
export function tellOfficeActive(
  actor: Actor,
  { plan, interval }: { plan: PlanKey; interval: PlanInterval },
  paidUntil: number,
) {
  const office = findOffice(actor)
  if (!office) return
  const { id: schoolId, name: schoolName, timeZone } = actor.school
  queueMail({
    schoolId,
    recipient: office.email,
    template: "subscription-active",
    data: {
      schoolName,
      name: office.name,
      plan: planCatalogue[plan].name,
      interval,
      paidUntil: formatDate(localDate(paidUntil, timeZone), "full"),
    },
  })
}

export function tellOfficeExpired(actor: Actor, plan: PlanKey | null) {
  const office = findOffice(actor)
  if (!office) return
  queueMail({
    schoolId: actor.school.id,
    recipient: office.email,
    template: "subscription-expired",
    data: {
      schoolName: actor.school.name,
      name: office.name,
      plan: plan ? planCatalogue[plan].name : "current",
    },
  })
}

/** The administrator who has been there longest and has an address. */
function findOffice(actor: Actor): { name: string; email: string } | undefined {
  const administrator = db()
    .select({ name: users.name, email: users.email })
    .from(members)
    .innerJoin(users, eq(users.id, members.userId))
    .where(
      and(
        eq(members.schoolId, actor.school.id),
        inArray(members.role, ["admin", "solo_teacher_admin"]),
        isNull(members.deactivatedAt),
        isNotNull(users.email),
      ),
    )
    .orderBy(asc(members.createdAt))
    .limit(1)
    .get()
  return administrator?.email ? { name: administrator.name, email: administrator.email } : undefined
}
