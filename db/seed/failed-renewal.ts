import { db } from "db/client.server"
import { coupons } from "db/schema/accounts-coupons"
import { renewalFailures } from "db/schema/accounts-subscription-money"
import { platformPayments, subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { addCredit } from "~/models/accounts/school-credit/school-credit.server"
import { graceDays } from "~/models/accounts/subscription/subscription"
import { findSubscription } from "~/models/accounts/subscription/subscription-attempt.server"
import { mailRenewalFailed } from "~/models/accounts/subscription/subscription-mail.server"
import { fixClock, now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { openDemoSchool, subscribe } from "./people"

const day = 86_400_000

/**
 * Riverside Guitar School: its yearly renewal failed two days ago, so that it is in its grace period; staff gave it some
 * credit for its trouble.
 */
export function seedFailedRenewal(present: number, passwordHash: string) {
  fixClock(present - 367 * day)
  const actor = openDemoSchool({
    kind: "school",
    schoolName: "Riverside Guitar School",
    name: "Imani Clarke",
    email: "failed@riverside.example",
    passwordHash,
    timeZone: "America/New_York",
  })
  subscribe(actor, {
    plan: "standard",
    status: "active",
    activatedAt: now(),
    paidUntil: now() + 365 * day,
  })
  fixClock(present - 2 * day)
  const { providerSubscriptionId, paidUntil } = findSubscription(actor) ?? {}
  if (!providerSubscriptionId || !paidUntil) throw new Error("Riverside has no subscription.")
  const amountMinor = planCatalogue.standard.prices.yearly.amountMinor
  const failure = {
    schoolId: actor.school.id,
    providerSubscriptionId,
    amountMinor,
    currency: "USD",
    failedAt: paidUntil,
    nextTryAt: null,
    graceUntil: paidUntil + graceDays * day,
  }
  db()
    .update(subscriptions)
    .set({
      status: "suspended",
      providerStatus: "SUSPENDED",
      graceUntil: failure.graceUntil,
      updatedAt: now(),
    })
    .where(eq(subscriptions.schoolId, actor.school.id))
    .run()
  db()
    .insert(renewalFailures)
    .values({ ...failure, id: newId(), tries: 1, state: "open", createdAt: now(), updatedAt: now() })
    .run()
  db()
    .insert(platformPayments)
    .values({
      id: `FAILED${providerSubscriptionId.slice(2)}`,
      schoolId: actor.school.id,
      providerSubscriptionId,
      amountMinor,
      currency: "USD",
      status: "DECLINED",
      paidAt: paidUntil,
      updatedAt: now(),
    })
    .run()
  mailRenewalFailed(actor, failure, "renewal-failed")
  addCredit(actor, { id: newId(), kind: "amount", months: null, amountMinor: 1500 })
}

/** A code for music fairs and one for teachers who move from another tool. */
export function seedCoupons(present: number, staffUserId: string) {
  const made = { plans: "", createdBy: staffUserId, createdAt: present - 20 * day }
  db()
    .insert(coupons)
    .values([
      {
        ...made,
        id: newId(),
        code: "FAIR-20",
        percentOff: 20,
        months: 3,
        mostUses: 50,
        validUntil: present + 60 * day,
      },
      { ...made, id: newId(), code: "WELCOME-10", amountOffMinor: 1000 },
    ])
    .run()
}
