import { transact } from "db/client.server"
import { guideMarks } from "db/schema/platform"
import { and, eq } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { addUnlessThere, remove, select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"
import type { Result } from "~/utils/result"
import { type GuideStepId, guideStepsFor, type MarkedStep } from "./guide"
import { seenInData } from "./guide-facts.server"

// What a member has ticked off on Getting Started. Each member ticks for themself; the marks live with the membership.

/** The member's steps in order, with their marks and what the data already shows. */
export function listGuideSteps(actor: Actor): MarkedStep[] {
  const marked = new Set(
    select({ step: guideMarks.step })
      .from(guideMarks)
      .where(and(own(actor, guideMarks), eq(guideMarks.memberId, memberOf(actor))))
      .all()
      .map(({ step }) => step),
  )
  const seen = seenInData(actor)
  return guideStepsFor(actor.role).map((step) => ({
    ...step,
    completed: marked.has(step.id),
    seen: seen[step.id],
  }))
}

/** Marks a step complete or incomplete; doing so twice changes nothing. Refuses a step the role does not have. */
export function markGuideStep(
  actor: Actor,
  step: GuideStepId,
  completed: boolean,
): Result<{ title: string }, "no-such-step"> {
  const found = guideStepsFor(actor.role).find(({ id }) => id === step)
  if (!found) return { ok: false, reason: "no-such-step" }
  const memberId = memberOf(actor)
  return transact(() => {
    if (completed) addUnlessThere(actor, guideMarks, { memberId, step })
    else remove(actor, guideMarks, and(eq(guideMarks.memberId, memberId), eq(guideMarks.step, step)))
    return { ok: true, title: found.title }
  })
}

function memberOf({ memberId }: Actor): string {
  if (!memberId) throw new Error("A job has no guide.")
  return memberId
}
