import { db, prepareOnce } from "db/client.server"
import { teachers } from "db/schema/people"
import { classes, laterTeachers, rooms, schedules } from "db/schema/teaching"
import { and, asc, eq, sql } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { joined, own } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { listClassPrices } from "../price/price.server"
import { patternTexts } from "../session/pattern"

const [school, ofClass] = [sql.placeholder("schoolId"), sql.placeholder("classId")]

/** Who has a class from a later day on. */
const laterOnes = alias(teachers, "later_ones")

export type ClassFacts = NonNullable<ReturnType<typeof findClass>>

/**
 * A class with its teacher, room, prices (oldest first) and the rules that hold or are still to come; undefined when the
 * school has no such class.
 */
export function findClass(actor: Actor, classId: string) {
  const found = classQuery().get({ schoolId: actor.school.id, classId })
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

const classQuery = prepareOnce(() =>
  db()
    .select({
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
    .where(own(school, classes, ofClass))
    .prepare(),
)

/** Every rule a class has or had, oldest first. */
export const listRulesOf = (actor: Actor, classId: string) =>
  rulesQuery().all({ schoolId: actor.school.id, classId })

const rulesQuery = prepareOnce(() =>
  db()
    .select({
      id: schedules.id,
      rrule: schedules.rrule,
      startTime: schedules.startTime,
      minutes: schedules.minutes,
      startsOn: schedules.startsOn,
      endsOn: schedules.endsOn,
    })
    .from(schedules)
    .where(and(own(school, schedules), eq(schedules.classId, ofClass)))
    .orderBy(asc(schedules.startsOn), asc(schedules.startTime))
    .prepare(),
)
