import { db } from "db/client.server"
import { members } from "db/schema/people"
import { platformPayments, subscriptions } from "db/schema/platform"
import { eq } from "drizzle-orm"
import type { Actor, Role } from "~/models/access/actor"
import { memberActor } from "~/models/access/actor.server"
import { type PlanKey, planCatalogue } from "~/models/plan/plan-catalogue"
import { registerSchool } from "~/models/school/register-school.server"
import { addUser } from "~/models/user/user.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"

/** Opens a demo school. Its history starts at the clock's present. */
export function openDemoSchool(facts: {
  kind: "school" | "solo"
  schoolName: string
  name: string
  email: string
  passwordHash: string
  timeZone: string
}): Actor {
  const registered = registerSchool(facts)
  if (!registered.ok) throw new Error(`${facts.email} is taken.`)
  return registered.actor
}

/** Records what a school has of us, as its provider would have told it. */
export function subscribe(
  actor: Actor,
  subscription: { plan: PlanKey; status: "active" | "expired"; activatedAt: number; paidUntil: number },
) {
  db()
    .update(subscriptions)
    .set({ ...subscription, interval: "yearly", updatedAt: now() })
    .where(eq(subscriptions.schoolId, actor.school.id))
    .run()
  const { amountMinor } = planCatalogue[subscription.plan].prices.yearly
  const number = actor.school.id.replaceAll("-", "").slice(-12).toUpperCase()
  db()
    .insert(platformPayments)
    .values({
      id: `DEMO${number}`,
      schoolId: actor.school.id,
      providerSubscriptionId: `I-${number}`,
      amountMinor,
      currency: "USD",
      status: "COMPLETED",
      paidAt: subscription.activatedAt,
      updatedAt: subscription.activatedAt,
    })
    .run()
}

/** A further person of the school who signs in. */
export function addDemoMember(
  school: Actor,
  person: { name: string; email?: string; username?: string; role: Role; passwordHash: string },
): Actor & { memberId: string } {
  const userId = addUser(person)
  const memberId = newId()
  db()
    .insert(members)
    .values({ schoolId: school.school.id, id: memberId, createdAt: now(), userId, role: person.role })
    .run()
  return memberActor(school.school, { memberId, userId, name: person.name, role: person.role }) as Actor & {
    memberId: string
  }
}
