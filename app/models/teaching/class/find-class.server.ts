import { teachers } from "db/schema/people"
import { classes, laterTeachers, rooms, schedules } from "db/schema/teaching"
import { and, asc, eq } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { joined } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { listClassPrices } from "../price/price.server"
import { patternTexts } from "../session/pattern"

/** Who has a class from a later day on. */
const laterOnes = alias(teachers, "later_ones")

export type ClassFacts = NonNullable<ReturnType<typeof findClass>>

/**
 * A class with its teacher, room, prices (oldest first) and the rules that hold or are still to come; undefined when the
 * school has no such class.
 */
export function findClass(actor: Actor, classId: string) {
  const found = classQuery.get(actor, { classId })
  if (!found) return undefined
  const day = todayOf(actor)
  const prices = listClassPrices(actor, [classId]).get(classId) ?? []
  const rules = listRulesOf(actor, classId).filter(({ endsOn }) => endsOn === null || endsOn >= day)
  const texts = patternTexts(rules, day)
  const { laterFrom, laterTeacherId, laterName, ...facts } = found
  return {
    ...facts,
    later: laterFrom === null ? null : { from: laterFrom, teacherId: laterTeacherId, name: laterName },
    isOver: found.endedOn !== null && found.endedOn < day,
    rules: rules.map((rule, index) => ({ ...rule, text: texts[index] ?? "" })),
    price: prices.filter(({ fromDate }) => fromDate <= day).at(-1) ?? null,
    comingPrices: prices.filter(({ fromDate }) => fromDate > day),
  }
}

const classQuery = query((p: Params<{ classId: string }>, own) =>
  select({
    id: classes.id,
    name: classes.name,
    kind: classes.kind,
    instrument: classes.instrument,
    capacity: classes.capacity,
    teacherId: classes.teacherId,
    teacherName: teachers.name,
    roomId: classes.roomId,
    roomName: rooms.name,
    onlineLink: classes.onlineLink,
    endedOn: classes.endedOn,
    laterFrom: laterTeachers.fromDate,
    laterTeacherId: laterTeachers.teacherId,
    laterName: laterOnes.name,
  })
    .from(classes)
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .leftJoin(rooms, joined(rooms, classes.roomId))
    .leftJoin(laterTeachers, joined(laterTeachers.classId, classes.id))
    .leftJoin(laterOnes, joined(laterOnes, laterTeachers.teacherId))
    .where(own(classes, p.classId)),
)

/** Every rule a class has or had, oldest first. */
export const listRulesOf = (actor: Actor, classId: string) => rulesQuery.all(actor, { classId })

const rulesQuery = query((p: Params<{ classId: string }>, own) =>
  select({
    id: schedules.id,
    rrule: schedules.rrule,
    startTime: schedules.startTime,
    minutes: schedules.minutes,
    startsOn: schedules.startsOn,
    endsOn: schedules.endsOn,
  })
    .from(schedules)
    .where(and(own(schedules), eq(schedules.classId, p.classId)))
    .orderBy(asc(schedules.startsOn), asc(schedules.startTime)),
)
