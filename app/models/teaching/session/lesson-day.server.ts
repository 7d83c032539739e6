import { students } from "db/schema/people"
import { classes, classPrices, enrollments } from "db/schema/teaching"
import type { sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, inArray } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { change, ownRows } from "~/models/foundation/access/door.server"
import { formatDate } from "~/utils/formats"
import { fullName, joinNames } from "~/utils/names"
import { attendeesOn, type SlotRefusal } from "./slot.server"
import type { ImpossibleTime } from "./slot-check"

// Who comes to a lesson follows from the days on which they are enrolled in its class. A trial is one lesson, so its class and
// spot go along to another day; any other lesson stays on a day on which someone is enrolled.

type Lesson = Pick<typeof sessions.$inferSelect, "id" | "classId" | "localDate">

/** Why a lesson can't be on a day: it has students, and none of them is enrolled by then, or is yet. */
export function wouldBeEmpty(actor: Actor, lesson: Lesson, date: string): ImpossibleTime | undefined {
  if (date === lesson.localDate) return undefined
  const attending = new Set(attendeesOn(actor, lesson, date))
  const before = attendeesOn(actor, lesson, lesson.localDate)
  if (before.length === 0 || before.some((studentId) => attending.has(studentId))) return undefined
  return {
    ok: false,
    reason: "impossible-time",
    field: "date",
    message: `None of its students is enrolled on ${formatDate(date, "short", actor.school)}. Choose another date, or change their last day in the class first.`,
  }
}

/** A checked slot, which is refused too where a student who comes to the lesson would be left out; a reason accepts that. */
export function andLeftOut<Checked extends { ok: true } | SlotRefusal>(
  actor: Actor,
  lesson: Lesson,
  date: string,
  checked: Checked,
): Checked | SlotRefusal {
  const attending = new Set(attendeesOn(actor, lesson, date))
  const leftOut = attendeesOn(actor, lesson, lesson.localDate).filter((id) => !attending.has(id))
  if (leftOut.length === 0 || (!checked.ok && checked.reason !== "clash")) return checked
  const message = leftOutText(listNames(actor, leftOut), formatDate(date, "short", actor.school))
  return checked.ok
    ? {
        ok: false,
        reason: "clash",
        clashes: [message],
        alternatives: [],
        mayOverride: true,
        withoutSearch: true,
      }
    : { ...checked, clashes: [...checked.clashes, message] }
}

const leftOutText = (names: readonly string[], day: string): string =>
  names.length === 1
    ? `${joinNames(names)} isn’t enrolled on ${day}, so the lesson would take place without this student.`
    : `${joinNames(names)} aren’t enrolled on ${day}, so the lesson would take place without them.`

const listNames = (actor: Actor, studentIds: readonly string[]): string[] =>
  ownRows(actor, students, ["firstName", "lastName"])
    .where(inArray(students.id, [...studentIds]))
    .orderBy(asc(students.firstName), asc(students.lastName))
    .all()
    .map(fullName)

/** Brings the class, spot and price of a trial to its lesson's new day, in the caller's transaction. */
export function moveTrialDay(actor: Actor, { classId, localDate: was }: Lesson, date: string) {
  if (date === was) return
  const trial = ownRows(actor, classes, ["endedOn"])
    .where(and(eq(classes.id, classId), eq(classes.kind, "trial"), eq(classes.endedOn, was)))
    .get()
  if (!trial) return
  change(actor, classes, classId, { endedOn: date })
  change(
    actor,
    enrollments,
    and(eq(enrollments.classId, classId), eq(enrollments.startsOn, was), eq(enrollments.endsOn, was)),
    { startsOn: date, endsOn: date },
  )
  change(actor, classPrices, and(eq(classPrices.classId, classId), eq(classPrices.fromDate, was)), {
    fromDate: date,
  })
}
