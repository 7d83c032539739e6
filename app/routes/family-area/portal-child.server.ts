import { notFound } from "~/http/guards.server"
import type { Actor } from "~/models/foundation/access/actor"
import type { Learner } from "~/models/learning/learner/learner"
import { findLearner } from "~/models/learning/learner/learner.server"
import { findChosenChild } from "~/models/overview/family-area/chosen-child.server"

/** The child shown by a page about learning; `learner` is undefined for a reader without a linked student. */
export function readChild(actor: Actor, request: Request) {
  const { students, child } = findChosenChild(actor, request)
  return {
    students: students.map(({ id, firstName }) => ({ id, firstName })),
    learner: child && findLearner(actor, child.id),
    isSelf: child !== undefined && child.as !== "guardian",
  }
}

/** The child a form is about, as its address names it; 404 for another family's. */
export function requireChild(actor: Actor, request: Request): Learner {
  const { learner } = readChild(actor, request)
  const childId = new URL(request.url).searchParams.get("child")
  if (!learner || (childId !== null && childId !== learner.id)) throw notFound()
  return learner
}
