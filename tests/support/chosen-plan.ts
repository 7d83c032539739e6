import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { expect } from "vitest"
import { Browser, locationOf } from "./app"
import { openSchool, rowOf, rowsOf } from "./school"

/** A school that has registered and not paid. */
export async function pendingSchool(kind: "school" | "solo" = "school") {
  const { actor, userId } = openSchool({ kind, active: false })
  return { actor, schoolId: actor.school.id, browser: await Browser.of(userId) }
}

export const standardYearly = { plan: "standard", interval: "yearly" }

/** Chooses a plan; returns the provider's page the browser is sent to. */
export async function choose(
  browser: Browser,
  fields: Record<string, string> = standardYearly,
): Promise<string> {
  const answer = await browser.submit("/select-plan", fields)
  expect(answer.status).toBe(303)
  return locationOf(answer)
}

export const subscriptionOf = (schoolId: string) => rowOf(subscriptions, { schoolId })
export const attemptsOf = (schoolId: string) => rowsOf(subscriptionAttempts, { schoolId })
