import { db } from "db/client.server"
import { cancellations } from "db/schema/accounts-subscription-money"
import { platformPayments, subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { members } from "db/schema/people"
import { eq } from "drizzle-orm"
import { type PlanKey, planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { freezeReceipt } from "~/models/accounts/platform-payment/frozen-receipt.server"
import { registerSchool } from "~/models/accounts/school/register-school.server"
import { addUser } from "~/models/accounts/user/user.server"
import type { Actor, Role } from "~/models/foundation/access/actor"
import { memberActor } from "~/models/foundation/access/actor.server"
import type { Right } from "~/models/foundation/access/rights"
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
  const registered = registerSchool({ ...facts, isEmailProven: true })
  if (!registered.ok) throw new Error(`${facts.email} is taken.`)
  return registered.actor
}

/** The provider counts in whole seconds. */
const wholeSecond = (ms: number) => Math.floor(ms / 1000) * 1000

/**
 * Records what a school has of us, as its provider would have told it: the try, the payment, the subscription. The demo's
 * stand-in of the provider is told the same (scripts/demo-subscriptions.ts).
 */
export function subscribe(
  actor: Actor,
  subscription: { plan: PlanKey; status: "active" | "expired"; activatedAt: number; paidUntil: number },
) {
  const schoolId = actor.school.id
  const { plan, status } = subscription
  const paidAt = wholeSecond(subscription.activatedAt)
  const { amountMinor, providerPlanId } = planCatalogue[plan].prices.yearly
  const number = schoolId.replaceAll("-", "").slice(-12).toUpperCase()
  const providerSubscriptionId = `I-${number}`
  const billed = { schoolId, providerSubscriptionId, amountMinor, currency: "USD" }
  db()
    .update(subscriptions)
    .set({
      plan,
      status,
      interval: "yearly",
      providerSubscriptionId,
      providerStatus: status === "active" ? "ACTIVE" : "CANCELLED",
      providerAskedAt: now(),
      activatedAt: paidAt,
      paidUntil: wholeSecond(subscription.paidUntil),
      updatedAt: now(),
    })
    .where(eq(subscriptions.schoolId, schoolId))
    .run()
  db()
    .insert(subscriptionAttempts)
    .values({
      ...billed,
      id: newId(),
      plan,
      interval: "yearly",
      providerPlanId,
      state: "activated",
      createdAt: paidAt,
      updatedAt: paidAt,
    })
    .run()
  db()
    .insert(platformPayments)
    .values({ ...billed, id: `DEMO${number}`, status: "COMPLETED", paidAt, updatedAt: paidAt })
    .run()
  freezeReceipt(actor, { id: `DEMO${number}`, amountMinor })
}

/** Records why a school canceled before its time ran out. */
export function recordDeparture(
  actor: Actor,
  { canceledAt, endsAt }: { canceledAt: number; endsAt: number },
) {
  db()
    .insert(cancellations)
    .values({
      schoolId: actor.school.id,
      id: newId(),
      reason: "season",
      text: "Our hall is being renovated. We hope to be back next year.",
      endsAt: wholeSecond(endsAt),
      createdAt: canceledAt,
    })
    .run()
}

/** Adds a person with a login to the school. */
export function addDemoMember(
  school: Actor,
  person: {
    name: string
    email?: string
    username?: string
    role: Role
    rights?: readonly Right[]
    passwordHash: string
  },
): Actor & { memberId: string } {
  const userId = addUser({ ...person, isEmailProven: true })
  const memberId = newId()
  db()
    .insert(members)
    .values({
      schoolId: school.school.id,
      id: memberId,
      createdAt: now(),
      userId,
      role: person.role,
      rights: (person.rights ?? []).join(","),
    })
    .run()
  return memberActor(school.school, { memberId, userId, name: person.name, role: person.role }) as Actor & {
    memberId: string
  }
}
