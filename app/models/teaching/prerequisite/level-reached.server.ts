import { studentInstruments, students } from "db/schema/people"
import { classes } from "db/schema/teaching"
import { and, inArray, isNotNull } from "drizzle-orm"
import { listEntries } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { own } from "~/models/foundation/access/own.server"

// Whether a student has reached a level of the school's list: the level that their record says for the class's instrument, or
// for any of theirs where the class names none.

type Played = { studentId: string; instrument: string | null; level: string | null }

const same = (one: string | null, other: string | null) =>
  (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase()

/** Answers for one of these students what they lack for a level, as sentences. */
export function levelsOf(
  actor: Actor,
  classId: string,
  joining: readonly { id: string }[],
): (studentId: string, minLevel: string) => string[] {
  const ranks = listRanks(actor)
  const rankOf = (level: string | null) => ranks.findIndex((name) => same(name, level))
  const instrument =
    select({ instrument: classes.instrument })
      .from(classes)
      .where(own(actor, classes, classId))
      .get()?.instrument ?? null
  const played = listPlayed(
    actor,
    joining.map(({ id }) => id),
  ).filter((each) => instrument === null || same(each.instrument, instrument))
  return (studentId, minLevel) => {
    const [best] = played
      .filter((each) => each.studentId === studentId && rankOf(each.level) >= 0)
      .sort((one, other) => rankOf(other.level) - rankOf(one.level))
    if (!best) return [`The level isn’t known, and the class is for ${minLevel} or higher.`]
    return rankOf(best.level) < rankOf(minLevel)
      ? [`Level is ${best.level}, and the class is for ${minLevel} or higher.`]
      : []
  }
}

/** The levels in their order, archived ones too: a student may have kept one. */
const listRanks = (actor: Actor): string[] => listEntries(actor, "levels").map(({ name }) => name)

function listPlayed(actor: Actor, studentIds: string[]): Played[] {
  const main = select({ studentId: students.id, instrument: students.instrument, level: students.level })
    .from(students)
    .where(and(own(actor, students), inArray(students.id, studentIds), isNotNull(students.level)))
    .all()
  const others = select({
    studentId: studentInstruments.studentId,
    instrument: studentInstruments.instrument,
    level: studentInstruments.level,
  })
    .from(studentInstruments)
    .where(
      and(
        own(actor, studentInstruments),
        inArray(studentInstruments.studentId, studentIds),
        isNotNull(studentInstruments.level),
      ),
    )
    .all()
  return [...main, ...others]
}
