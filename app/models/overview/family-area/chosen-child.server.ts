import type { Actor } from "~/models/foundation/access/actor"
import type { PortalStudent } from "~/models/people/family-access/portal"
import { findPortal } from "~/models/people/family-access/portal.server"
import { findNextSessions } from "~/models/people/next-session/next-session.server"

/** As many names are in view beside each other on a phone. */
const inView = 4

/**
 * Whose pages are shown: the child an address names, else the first of the family, or of a large one whoever has a lesson next.
 * An address that names someone who is not theirs to see shows the same, as if no one were named.
 */
export function findChosenChild(actor: Actor, request: Request) {
  const portal = findPortal(actor)
  const childId = new URL(request.url).searchParams.get("child")
  const child = portal.students.find(({ id }) => id === childId) ?? firstOf(actor, portal.students)
  return { ...portal, child }
}

function firstOf(actor: Actor, students: readonly PortalStudent[]): PortalStudent | undefined {
  if (students.length <= inView) return students[0]
  const next = findNextSessions(actor, { resource: "student", ids: students.map(({ id }) => id) })
  const timeOf = ({ id }: PortalStudent) => {
    const session = next.get(id)
    return session ? `${session.localDate} ${session.startTime}` : "never"
  }
  return students.reduce((first, student) => (timeOf(student) < timeOf(first) ? student : first))
}
