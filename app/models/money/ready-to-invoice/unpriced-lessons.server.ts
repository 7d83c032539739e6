import type { Actor } from "~/models/foundation/access/actor"
import { familyLabel } from "~/models/people/family/family-name"
import { tellApart } from "~/models/people/family/family-name.server"
import type { LessonsWithoutPrice } from "~/models/teaching/seat/billing-state.server"
import { groupBy } from "~/utils/group-by"
import type { UnpricedLessons } from "./unpriced-lessons"

// Lessons that wait for a price, by class: whose they are, and from which day the price is needed.

/** So many classes are listed; the next ones come once these have a price. */
const mostClasses = 10
/** So many families of a class are named. */
const mostFamilies = 12

/** The first classes of these lessons, each with its first families. */
export function nameUnpriced(actor: Actor, those: readonly LessonsWithoutPrice[]): UnpricedLessons[] {
  const ofClass = [...groupBy(those, ({ classId }) => classId).values()].slice(0, mostClasses)
  const named = tellApart(
    actor,
    ofClass.flatMap((rows) =>
      [...rows].sort((a, b) => byName(a.familyName, b.familyName)).slice(0, mostFamilies),
    ),
  )
  const namedOf = groupBy(named, ({ classId }) => classId)
  return ofClass.flatMap((rows) => {
    const [first] = rows
    if (!first) return []
    const families = namedOf.get(first.classId) ?? []
    return {
      classId: first.classId,
      className: first.className,
      lessons: rows.reduce((sum, { lessons }) => sum + lessons, 0),
      firstOn: rows.reduce((day, { firstOn }) => (firstOn < day ? firstOn : day), first.firstOn),
      families: families
        .sort((a, b) => byName(familyLabel(a), familyLabel(b)))
        .map(({ familyId, familyName, familyChildren, lessons }) => ({
          ...{ familyId, familyName, familyChildren, lessons },
        })),
      more: rows.length - families.length,
    }
  })
}

const byName = new Intl.Collator("en").compare
