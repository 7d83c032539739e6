import type { Actor } from "~/models/foundation/access/actor"
import { listLessonsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import type { UnpricedClass } from "./unpriced-classes"

/** By class the family's lessons without a price, with how many other families have there. */
export function listUnpricedClasses(actor: Actor, familyId: string): UnpricedClass[] {
  const theirs = listLessonsWithoutPrice(actor, familyId)
  if (theirs.length === 0) return []
  const ofOthers = listLessonsWithoutPrice(actor).filter((lessons) => lessons.familyId !== familyId)
  return theirs.map(({ classId, className, lessons, firstOn }) => ({
    ...{ classId, className, lessons, firstOn },
    others: ofOthers.reduce((sum, other) => sum + (other.classId === classId ? other.lessons : 0), 0),
  }))
}
