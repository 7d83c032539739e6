import { teachers } from "db/schema/people"
import { classes, laterTeachers, rooms, schedules } from "db/schema/teaching"
import { and, asc, eq } from "drizzle-orm"
import { alias } from "drizzle-orm/sqlite-core"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined } from "~/models/foundation/access/own.server"
import { todayOf } from "~/utils/clock.server"
import { plainAmount } from "~/utils/money"
import { installmentOf } from "../price/price"
import { listClassPrices } from "../price/price.server"
import { lastDayOfTimes } from "../session/ended-times"
import { everyWeeksOf, patternTexts, weekdaysOf } from "../session/pattern"
import { listRoster } from "./roster.server"

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
  const times = listRulesOf(actor, classId)
  const rules = times.filter(({ endsOn }) => endsOn === null || endsOn >= day)
  const texts = patternTexts(rules, day)
  const { laterFrom, laterTeacherId, laterName, ...facts } = found
  return {
    ...facts,
    later: laterFrom === null ? null : { from: laterFrom, teacherId: laterTeacherId, name: laterName },
    isOver: found.endedOn !== null && found.endedOn < day,
    /** Of its weekly times; null where one has no end. */
    lastDay: lastDayOfTimes(times),
    rules: rules.map((rule, index) => ({ ...rule, text: texts[index] ?? "" })),
    price: prices.filter(({ fromDate }) => fromDate <= day).at(-1) ?? null,
    comingPrices: prices.filter(({ fromDate }) => fromDate > day),
  }
}

const classQuery = query((p: Params<{ classId: string }>, own) =>
  select({
    ...columns(classes, "id", "name", "kind", "instrument", "capacity", "teacherId"),
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
  select(columns(schedules, "id", "rrule", "startTime", "minutes", "startsOn", "endsOn"))
    .from(schedules)
    .where(and(own(schedules), eq(schedules.classId, p.classId)))
    .orderBy(asc(schedules.startsOn), asc(schedules.startTime)),
)

/** What a copy of a class begins with, as a form holds it; undefined when the class is not the school's. */
export function copyOfClass(actor: Actor, classId: string) {
  const found = findClass(actor, classId)
  if (!found) return undefined
  const rule = listRulesOf(actor, classId).at(-1)
  const last = (listClassPrices(actor, [classId]).get(classId) ?? []).at(-1)
  // An installment is the price of its own month only.
  const price = last && !installmentOf(last) ? last : undefined
  const { present, gone } = listRoster(actor, classId)
  const lastOnes = present.length > 0 ? present : gone.filter(({ endsOn }) => endsOn === found.endedOn)
  return {
    facts: {
      name: found.name,
      kind: found.kind,
      instrument: found.instrument ?? "",
      teacherId: found.teacherId ?? "",
      roomId: found.roomId ?? "",
      capacity: String(found.capacity),
      billing: price?.billing ?? ("per_session" as const),
      amount: price ? plainAmount(price.amountMinor) : "",
      weekdays: rule ? weekdaysOf(rule.rrule).map(String) : [],
      everyWeeks: rule ? String(everyWeeksOf(rule.rrule)) : "1",
      startTime: rule?.startTime ?? "",
      minutes: String(rule?.minutes ?? 45),
    },
    students: lastOnes.map(({ studentId }) => studentId),
  }
}
