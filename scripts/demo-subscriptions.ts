import "./load-env-file.mjs"
import { closeDatabase, db } from "db/client.server"
import { platformPayments, subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { and, eq, isNotNull, like } from "drizzle-orm"
import { planCatalogue } from "~/models/accounts/plan/plan-catalogue"
import { takeInSubscription } from "../sandbox/paypal/known-subscription"
import { seedCatalogue } from "../sandbox/paypal/plan"
import { openState } from "../sandbox/state"

// Tells the sandbox's provider of the subscriptions that the demo's schools were seeded with, so that they can be
// changed there like any other. Run before the sandbox starts; what it knows already stays as it is.

const { SANDBOX_DATABASE_PATH, APP_URL = "http://localhost:3000" } = process.env
if (!SANDBOX_DATABASE_PATH) throw new Error("SANDBOX_DATABASE_PATH must name the sandbox's database.")

const seeded = db()
  .select({ subscription: subscriptions, attempt: subscriptionAttempts, payment: platformPayments })
  .from(subscriptions)
  .innerJoin(
    subscriptionAttempts,
    eq(subscriptionAttempts.providerSubscriptionId, subscriptions.providerSubscriptionId),
  )
  .innerJoin(
    platformPayments,
    and(
      eq(platformPayments.providerSubscriptionId, subscriptions.providerSubscriptionId),
      like(platformPayments.id, "DEMO%"),
    ),
  )
  .where(isNotNull(subscriptions.providerSubscriptionId))
  .all()

const state = openState({ appUrl: APP_URL, databasePath: SANDBOX_DATABASE_PATH })
seedCatalogue(state)
for (const { subscription, attempt, payment } of seeded)
  takeInSubscription(state, {
    id: payment.providerSubscriptionId,
    planId: attempt.providerPlanId,
    customId: attempt.id,
    title: planCatalogue[attempt.plan].name,
    paymentId: payment.id,
    paidAt: payment.paidAt,
    paidUntil: subscription.paidUntil ?? payment.paidAt,
    isRunning: subscription.status === "active",
    hasFailed: subscription.graceUntil !== null,
  })
state.close()
closeDatabase()
