import type { Actor } from "~/models/access/actor"
import type { Learner } from "~/models/learner/learner"
import { findLearner } from "~/models/learner/learner.server"
import { findPortal } from "~/models/portal/portal.server"
import { notFound } from "./responses.server"

/**
 * The child a family's page is about: the one the address names, else the first. An address that names somebody else's
 * child is answered with 404; `learner` is undefined for a reader nobody is linked to.
 */
export function readChild(actor: Actor, request: Request) {
  const { students } = findPortal(actor)
  const asked = new URL(request.url).searchParams.get("child")
  const child = asked === null ? students[0] : students.find(({ id }) => id === asked)
  if (asked !== null && !child) throw notFound()
  const learner: Learner | undefined = child && findLearner(actor, child.id)
  return {
    students: students.map(({ id, firstName }) => ({ id, firstName })),
    learner,
    isSelf: child !== undefined && child.as !== "guardian",
  }
}

/** The child a form is about; 404 for anybody else's. */
export function requireChild(actor: Actor, request: Request): Learner {
  const { learner } = readChild(actor, request)
  if (!learner) throw notFound()
  return learner
}
