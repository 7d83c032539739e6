import { classes } from "db/schema/teaching"
import { occasions } from "db/schema/teaching-occasions"
import { bookings, sessions } from "db/schema/teaching-sessions"
import { and, asc, eq, gt, gte, isNull, or, sql } from "drizzle-orm"
import { z } from "zod"
import type { Actor } from "~/models/foundation/access/actor"
import { askAll, ownRows } from "~/models/foundation/access/door.server"
import { among } from "~/models/foundation/access/own.server"
import type { BulkAct } from "~/models/foundation/selection/bulk-act.server"
import type { PlannedItem } from "~/models/foundation/selection/selection"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now, todayOf } from "~/utils/clock.server"
import { addMinutes } from "~/utils/clock-times"
import { countOf } from "~/utils/formats"
import { groupBy } from "~/utils/group-by"
import { beginsLater } from "../session/begins-later.server"
import { longestSession } from "../session/session"
import { isKnownTeacher } from "../session/slot.server"
import { listAllHours } from "../teacher-time/availability.server"
import { isWithinHours } from "../teacher-time/teacher-limits.server"
import { isAwayAt } from "../teacher-time/teacher-time"
import { listTimeOff } from "../teacher-time/time-off.server"
import { Departure, handOverWork } from "./hand-over-classes.server"
import { takerName } from "./teacher-leaving"

/** A class, who gives it now and who is to take it. */
type Given = { classId: string; from: string; taker: { id: string; name: string } }

type Lesson = ReturnType<typeof listComing>[number]

/**
 * Why a class can't go to its taker, by class: they teach something else then, are to take another class of that time, are away, or
 * have other hours. Four statements, however many classes. Ways between sites are looked at when the class is handed over.
 */
function findObstacles(actor: Actor, given: readonly Given[]): Map<string, string> {
  if (given.length === 0) return new Map()
  const lessonsOf = groupBy(listComing(actor, given), ({ classId }) => classId)
  const busy = listBusy(actor, given)
  const dates = [...lessonsOf.values()].flatMap((lessons) => lessons.map(({ localDate }) => localDate)).sort()
  const [from, to] = [dates[0], dates.at(-1)]
  const leave = from && to ? listTimeOff(actor, { from, to, states: ["approved"] }) : []
  const hours = listAllHours(actor)
  const taken = new Map<string, Lesson[]>()
  const dayOf = (taker: string, { localDate }: Lesson) => `${taker} ${localDate}`
  const found = new Map<string, string>()
  for (const { classId, taker } of given) {
    const lessons = lessonsOf.get(classId) ?? []
    const twice = lessons.find((one) => taken.get(dayOf(taker.id, one))?.some((other) => overlap(one, other)))
    const away = lessons.find((one) =>
      leave.some((off) => off.teacherId === taker.id && isAwayAt(off, spanOf(one))),
    )
    const outside = lessons.find(
      (one) => !isWithinHours(hours.get(taker.id) ?? [], { ...one, date: one.localDate }),
    )
    if (busy.has(classId)) found.set(classId, `${taker.name} teaches another lesson at its time.`)
    else if (twice) found.set(classId, `${taker.name} would have two classes at its time.`)
    else if (away) found.set(classId, `${taker.name} is away for some of its lessons.`)
    else if (outside) found.set(classId, `${taker.name} has other hours.`)
    for (const one of lessons) {
      const key = dayOf(taker.id, one)
      taken.set(key, [...(taken.get(key) ?? []), one])
    }
  }
  return found
}

const overlap = (one: Lesson, other: Lesson) => one.startsAt < other.endsAt && other.startsAt < one.endsAt
const spanOf = ({ localDate, startTime, minutes }: Lesson) => ({
  date: localDate,
  from: startTime,
  to: addMinutes(startTime, minutes),
})

const pairsOf = (given: readonly Given[]) =>
  JSON.stringify(given.map(({ classId, from, taker }) => [classId, from, taker.id]))

/** The coming lessons of the classes that their own teacher gives. */
const listComing = (actor: Actor, given: readonly Given[]) =>
  ownRows(actor, sessions, ["classId", "startsAt", "endsAt", "localDate", "startTime", "minutes"])
    .where(
      and(
        sql`${sessions.classId} in (select value ->> 0 from json_each(${pairsOf(given)}))`,
        sql`${sessions.teacherId} in (select value ->> 1 from json_each(${pairsOf(given)}))`,
        eq(sessions.state, "planned"),
        isNull(sessions.registerTakenAt),
        beginsLater(),
      ),
    )
    .orderBy(asc(sessions.startsAt))
    .all()

/** The classes whose taker is booked by another lesson at the time of one of theirs. */
function listBusy(actor: Actor, given: readonly Given[]): Set<string> {
  const rows = askAll<{ classId: string }>(sql`
    select distinct s.class_id as classId
    from json_each(${pairsOf(given)}) g
    cross join ${sessions} s on s.school_id = ${actor.school.id} and s.class_id = g.value ->> 0
      and s.teacher_id = g.value ->> 1 and s.state = 'planned' and s.register_taken_at is null and +s.starts_at > ${now()}
    cross join ${bookings} b on b.school_id = s.school_id and b.resource = 'teacher' and b.resource_id = g.value ->> 2
      and b.starts_at > s.starts_at - ${longestSession * 60_000} and b.starts_at < s.ends_at
      and b.ends_at > s.starts_at and b.session_id <> s.id`)
  return new Set(rows.map(({ classId }) => classId))
}

// Several teachers leave at once: one taker each for all their classes and events, or none for now. What can't be handed over keeps
// its teacher, and the teacher stays with it.

const id = z.string().max(64)

const Form = z
  .object({ asked: z.literal("yes"), class: z.record(id, id).default({}) })
  .transform(({ class: taker }) => ({ taker }))

type Choice = z.output<typeof Departure>

/** Takes teachers out of the school, each with who takes over. */
export const deactivateTeachers: BulkAct<Choice> = {
  permission: "teacher:write",
  choice: Form,
  kind: "hand-over-classes",
  refuse: (actor, { taker }) => {
    const wrong = Object.entries(taker).filter(([, takerId]) => takerId && !isKnownTeacher(actor, takerId))
    if (wrong.length === 0) return undefined
    return Object.fromEntries(wrong.map(([teacherId]) => [takerName(teacherId), "Choose another teacher."]))
  },
  plan: planDepartures,
  work: handOverWork,
}

type Teacher = ReturnType<typeof listTeachers>[number]

function planDepartures(
  actor: Actor,
  teacherIds: readonly string[],
  { taker: takers }: Choice,
): PlannedItem[] {
  const active = new Map(listTeachers(actor).map((teacher) => [teacher.id, teacher]))
  const leaving = teacherIds.flatMap((teacherId) => active.get(teacherId) ?? [])
  const takerOf = ({ id: teacherId }: Teacher) => active.get(takers[teacherId] ?? "") ?? null
  const classesOf = groupBy(listOpen(actor, teacherIds), ({ teacherId }) => teacherId ?? "")
  const eventsOf = groupBy(listLed(actor, teacherIds), ({ teacherId }) => teacherId ?? "")
  const given = leaving.flatMap((teacher): Given[] => {
    const taker = takerOf(teacher)
    const own = classesOf.get(teacher.id) ?? []
    return taker ? own.map((one) => ({ classId: one.id, from: teacher.id, taker })) : []
  })
  const obstacles = findObstacles(actor, given)
  const underWay = new Set(
    listTasksUnderWay(actor, ["hand-over-classes"]).flatMap(({ about }) => {
      const { teacherId, taker = {} } = Departure.safeParse(about).data ?? {}
      return [...(teacherId ? [teacherId] : []), ...Object.keys(taker)]
    }),
  )
  return leaving.flatMap((teacher): PlannedItem[] => {
    const taker = takerOf(teacher)
    const [own, events] = [classesOf.get(teacher.id) ?? [], eventsOf.get(teacher.id) ?? []]
    const why = stays(actor, teacher, taker, { teacherIds, underWay })
    if (why) return [{ id: teacher.id, name: teacher.name, text: why, can: false }]
    const clashing = own.filter((one) => obstacles.has(one.id))
    if (clashing.length > 0)
      return [
        ...clashing.map((one) => ({
          id: one.id,
          name: one.name,
          text: obstacles.get(one.id) ?? "",
          can: false,
        })),
        {
          ...{ id: teacher.id, name: teacher.name, can: false },
          text: `Stays, as ${countOf(clashing.length, "class", "classes")} can’t be handed over. Choose another teacher, or none for now.`,
        },
      ]
    const to = taker?.name ?? "no teacher for now"
    return [
      ...own.map((one) => ({
        ...{ id: one.id, name: one.name, can: true, makes: 0 },
        text: `${teacher.name} → ${to}`,
        detail: { teacherId: teacher.id, taker: taker?.id ?? null },
      })),
      {
        ...{ id: teacher.id, name: teacher.name, can: true },
        text: [
          `Deactivated${teacher.memberId ? ", can no longer log in" : ""}`,
          ...(events.length > 0 ? [`${countOf(events.length, "event")} to ${to}`] : []),
        ].join(". "),
        detail: {
          ...{ teacherId: teacher.id, leaves: true, classes: own.length },
          events: events.map((event) => [event.id, taker?.id ?? null]),
        },
      },
    ]
  })
}

/** Why a teacher can't leave at all. */
function stays(
  actor: Actor,
  teacher: Teacher,
  taker: Teacher | null,
  { teacherIds, underWay }: { teacherIds: readonly string[]; underWay: ReadonlySet<string> },
): string | undefined {
  if (teacher.memberId !== null && teacher.memberId === actor.memberId)
    return "This is your own profile. Another administrator can deactivate it."
  if (underWay.has(teacher.id)) return "Already being deactivated."
  if (taker && teacherIds.includes(taker.id)) return `${taker.name} is leaving, too. Choose another teacher.`
  return undefined
}

const listOpen = (actor: Actor, teacherIds: readonly string[]) =>
  ownRows(actor, classes, ["id", "name", "teacherId"])
    .where(
      and(
        among(classes.teacherId, teacherIds),
        or(isNull(classes.endedOn), gte(classes.endedOn, todayOf(actor))),
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, asc(classes.id))
    .all()

const listLed = (actor: Actor, teacherIds: readonly string[]) =>
  ownRows(actor, occasions, ["id", "teacherId"])
    .where(
      and(isNull(occasions.canceledAt), gt(occasions.endsAt, now()), among(occasions.teacherId, teacherIds)),
    )
    .orderBy(asc(occasions.startsAt), asc(occasions.id))
    .all()

/** What the form asks: of each selected teacher how much there is to take over. */
export function listLeaving(actor: Actor, teacherIds: readonly string[]) {
  const classesOf = groupBy(listOpen(actor, teacherIds), ({ teacherId }) => teacherId ?? "")
  const eventsOf = groupBy(listLed(actor, teacherIds), ({ teacherId }) => teacherId ?? "")
  return listTeachers(actor)
    .filter((teacher) => teacherIds.includes(teacher.id))
    .map((teacher) => ({
      id: teacher.id,
      name: teacher.name,
      classes: classesOf.get(teacher.id)?.length ?? 0,
      events: eventsOf.get(teacher.id)?.length ?? 0,
    }))
}
