import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { viewerOf } from "~/models/foundation/aside/viewer"
import { hasManyStudents } from "~/models/people/student/many-students.server"
import { readAside } from "~/providers/threads/aside.server"
import type { FoundGroup } from "./search"
import { searchSchool } from "./search.server"

// A search compares everyone's names, and is asked again with every letter. In a large school that is done aside. The thread
// keeps the names between two writes.

/** Results in a school, in groups. Records the actor may not open are not found. */
export async function findInSchool(actor: Actor, text: string): Promise<FoundGroup[]> {
  if (!comparesEveryone(actor) || !text || !hasManyStudents(actor)) return searchSchool(actor, text)
  const schoolId = actor.school.id
  return readAside({
    name: "search",
    input: { schoolId, viewer: viewerOf(actor), text },
    here: () => searchSchool(actor, text),
  })
}

/** A family and a teacher look through their own few. */
const comparesEveryone = (actor: Actor) => actor.role !== "teacher" && !may(actor, "portal:read")
