import type { Actor } from "~/models/foundation/access/actor"
import { queueMail } from "~/models/foundation/outbox/outbox.server"
import { formatDate } from "~/utils/date-text"
import { localDate } from "~/utils/zones"
import { type PlanInterval, type PlanKey, planCatalogue } from "../plan/plan-catalogue"
import { listOffice } from "../school/office.server"

// What the school's office is told about its subscription, in the transaction that changed it.

/** The school is open; `paidUntil` is a UTC ms instant. */
export function mailOfficeActive(
  actor: Actor,
  { plan, interval }: { plan: PlanKey; interval: PlanInterval },
  paidUntil: number,
) {
  const [office] = listOffice(actor)
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
      paidUntil: formatDate(localDate(paidUntil, timeZone), "full", actor.school),
    },
  })
}

export function mailOfficeExpired(actor: Actor, plan: PlanKey | null) {
  const [office] = listOffice(actor)
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
