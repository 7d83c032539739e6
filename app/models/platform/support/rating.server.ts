import { supportRatings } from "db/schema/platform-desk"
import { supportMessages } from "db/schema/platform-support"
import { and, eq } from "drizzle-orm"
import type { PersonActor } from "~/models/foundation/access/actor"
import { platformAddUnlessThere, select } from "~/models/foundation/access/door.server"
import { now } from "~/utils/clock.server"
import { newId } from "~/utils/ids.server"
import { findThread } from "./thread.server"

// How a person found the help, asked once after each closing of their chat.

/** The closing to ask about: of a chat that was answered, and not rated since it was closed. */
export function findRatingAsked(person: PersonActor): { threadId: string; closedAt: number } | undefined {
  const thread = findThread(person, "admin")
  if (!thread?.closedAt) return undefined
  const { id, closedAt } = thread
  const isRated = select({ id: supportRatings.id })
    .from(supportRatings)
    .where(and(eq(supportRatings.threadId, id), eq(supportRatings.closedAt, closedAt)))
    .get()
  const isAnswered = select({ id: supportMessages.id })
    .from(supportMessages)
    .where(and(eq(supportMessages.threadId, id), eq(supportMessages.sender, "staff")))
    .limit(1)
    .get()
  return isRated || !isAnswered ? undefined : { threadId: id, closedAt }
}

/** Rates the chat that was closed. False when nothing is asked, or it was rated before. */
export function rateSupport(
  person: PersonActor,
  { score, comment }: { score: "good" | "bad"; comment: string },
): boolean {
  const asked = findRatingAsked(person)
  if (!asked) return false
  return (
    platformAddUnlessThere(supportRatings, { ...asked, id: newId(), score, comment, createdAt: now() }) !==
    undefined
  )
}
