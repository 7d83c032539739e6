import { db } from "db/client.server"
import { subscriptionAttempts, subscriptions } from "db/schema/accounts-subscriptions"
import { eq } from "drizzle-orm"
import { expect } from "vitest"
import { Browser } from "./app"
import { openSchool } from "./school"

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
  return answer.headers.get("Location") ?? ""
}

export const subscriptionOf = (schoolId: string) =>
  db().select().from(subscriptions).where(eq(subscriptions.schoolId, schoolId)).get()
export const attemptsOf = (schoolId: string) =>
  db().select().from(subscriptionAttempts).where(eq(subscriptionAttempts.schoolId, schoolId)).all()
export const locationOf = (answer: Response) => [answer.status, answer.headers.get("Location")]
