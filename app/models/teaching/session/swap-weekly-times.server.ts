import { createHash } from "node:crypto"
import { teachers } from "db/schema/people"
import { classes, schedules } from "db/schema/teaching"
import { and, asc, eq, gte, isNull, or, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { columns, joined, newRow } from "~/models/foundation/access/own.server"
import { allOrNothing, rehearse } from "~/models/foundation/access/rehearse.server"
import {
  mostListed,
  type NameOffer,
  type NameWish,
  offerAll,
  offerFound,
} from "~/models/foundation/name-search/name-search"
import type { SwapTimesRefusal } from "~/texts/teaching/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, laterOf } from "~/utils/dates"
import { countOf } from "~/utils/formats"
import type { Result } from "~/utils/result"
import { instantOf } from "~/utils/zones"
import { type BegunChange, beginChange, finishChange } from "./change-schedule.server"
import { leaveBesideKept, type Settled, settleOrLeave } from "./leave-clashing.server"
import { everyWeeksOf, mondayOf, patternText, weekdaysOf, weeklyRule } from "./pattern"
import type { RuleEffect } from "./rule-effect"
import { changedOn } from "./schedule-change.server"
import type { Override, SlotRefusal } from "./slot.server"
import type { SwapSide, SwapTimesPlan } from "./swap-weekly-times"
import { isPastMidnight } from "./within-day"

// Two private classes take each other's weekly time from a day on, in one act: each is a change of its weekly time that is asked
// about, told and kept as any other, but both times are free for the other of the two. Teacher, room and length stay with
// the class. (Families who swap single lessons: models/attendance/swap.)

export type SwapTimesWish = {
  classId: string
  scheduleId: string
  /** The weekly time of the other class. */
  withId: string
  from: string
  /** Lessons whose new time clashes with anything else stay at their old one. */
  leavesClashing?: boolean
  override?: Override | undefined
}

type Refused =
  | Extract<Result<void, SwapTimesRefusal>, { ok: false }>
  | { ok: false; reason: "changed-by-then"; className: string; on: string }
  | SlotRefusal
type Swapped = { ok: true; plan: SwapTimesPlan; changeId: string }

/** What the swap would do now. */
export const planSwapTimes = (actor: Actor, wish: SwapTimesWish): Swapped | Refused =>
  rehearse(() => swap(actor, wish))

/** Swaps the times where that does what was `seen`, the sign of a plan; what is otherwise by now is planned again. */
export function swapWeeklyTimes(
  actor: Actor,
  wish: SwapTimesWish,
  seen: string,
): Swapped | Refused | { ok: false; reason: "not-previewed"; plan: SwapTimesPlan } {
  return allOrNothing(() => {
    const swapped = swap(actor, wish)
    if (swapped.ok && swapped.plan.sign !== seen)
      return { ok: false, reason: "not-previewed", plan: swapped.plan } as const
    return swapped
  })
}

/** In the caller's transaction, who takes everything back on a refusal. */
function swap(actor: Actor, { classId, scheduleId, withId, ...wish }: SwapTimesWish): Swapped | Refused {
  const refused = (reason: SwapTimesRefusal) => ({ ok: false, reason }) as const
  const day = todayOf(actor)
  const all = listSwappable(actor, day)
  const one = all.find((time) => time.id === scheduleId && time.classId === classId)
  const other = all.find(({ id }) => id === withId)
  if (!one) return refused("no-schedule")
  if (!other || other.classId === classId) return refused("not-there")
  if (wish.from < day) return refused("in-the-past")
  if (!fits(one, other)) return refused("does-not-fit")
  if (isPastMidnight(one.startTime, other.minutes) || isPastMidnight(other.startTime, one.minutes))
    return refused("past-midnight")
  const from = firstSwapDay(actor, [one, other], wish.from)
  if (one.until < from || other.until < from) return refused("over-by-then")
  const ones = begin(actor, one, other, from)
  if (!ones.ok) return whyOver(actor, one, ones)
  const others = begin(actor, other, one, from)
  if (!others.ok) return whyOver(actor, other, others)
  const settled = settleBoth(actor, [ones, others], wish)
  if (!settled.ok) return settled
  const rows = [newRow(actor), newRow(actor)] as const
  const accepted = wish.leavesClashing ? undefined : wish.override?.reason
  const isOf = { classId, changeId: rows[0].id }
  const withOther = { classId: other.classId, changeId: rows[1].id }
  const [first, second] = settled.each
  const done = finishChange(actor, ones, first, { row: rows[0], swap: withOther, accepted })
  const doneOther = finishChange(actor, others, second, { row: rows[1], swap: isOf, accepted })
  const sides: [SwapSide, SwapSide] = [
    sideOf(one, ones, done.effect),
    sideOf(other, others, doneOther.effect),
  ]
  const sign = createHash("sha256")
    .update(JSON.stringify([scheduleId, withId, sides]))
    .digest("base64url")
  return { ok: true, plan: { from, sides, sign }, changeId: done.changeId }
}

/** One class with the days and the start of the other; it keeps its length, and meets every so many weeks as before. */
const begin = (actor: Actor, time: Swappable, other: Swappable, from: string) =>
  beginChange(actor, time.classId, time.id, {
    from,
    weekdays: weekdaysOf(other.rrule),
    everyWeeks: everyWeeksOf(time.rrule),
    startTime: other.startTime,
    minutes: time.minutes,
  })

/** A time that a change ends isn't over: its class meets at another one from then on. */
function whyOver(
  actor: Actor,
  { classId, className, id }: Swappable,
  refused: Exclude<ReturnType<typeof begin>, BegunChange>,
): Refused {
  const on = refused.reason === "over-by-then" ? changedOn(actor, classId, id) : undefined
  return on ? { ok: false, reason: "changed-by-then", className, on } : refused
}

const sideOf = ({ classId, className, ...time }: Swappable, { change }: BegunChange, effect: RuleEffect) => ({
  classId,
  className,
  was: patternText(time),
  is: patternText({ rrule: weeklyRule(change.weekdays, change.everyWeeks), startTime: change.startTime }),
  effect,
})

/** Asks about the lessons of both at once, and says what becomes of each class's. */
function settleBoth(
  actor: Actor,
  begun: readonly [BegunChange, BegunChange],
  { leavesClashing, override }: Pick<SwapTimesWish, "leavesClashing" | "override">,
) {
  const old = begun.flatMap((each) => each.old)
  const accepted = begun.flatMap((each) => each.accepted)
  const beside = leaveBesideKept(actor, {
    old,
    brought: {
      moved: begun.flatMap(({ brought }) => brought.moved),
      kept: begun.flatMap(({ brought }) => brought.kept),
    },
    made: begun.flatMap(({ made }) => made),
    accepted,
  })
  const settled = settleOrLeave(
    actor,
    { old, brought: beside, made: beside.made, accepted },
    { leavesClashing, override },
  )
  // Neither time can be chosen here, so no other times are offered.
  if (!settled.ok) return { ...settled, alternatives: [], withoutSearch: true as const }
  const [one, other] = begun
  return { ok: true, each: [partOf(one, settled), partOf(other, settled)] } as const
}

function partOf({ old, made }: BegunChange, settled: Settled): Settled {
  const ids = new Set(old.map(({ id }) => id))
  const isOf = ({ id }: { id: string }) => ids.has(id)
  const stays = new Set(settled.made.map(({ id }) => id))
  const gone = made.filter(({ id }) => !stays.has(id))
  return {
    moved: settled.moved.filter(isOf),
    kept: settled.kept.filter(isOf),
    made: made.filter(({ id }) => stays.has(id)),
    unscheduled: gone.map(({ localDate: date, startTime }) => ({ date, startTime })),
  }
}

/**
 * From when both are at each other's time: whole weeks, so that neither has two lessons in the first one or none. A week of which
 * one of the times is over stays as it is, and so do the days before both have begun.
 */
function firstSwapDay(actor: Actor, times: readonly Swappable[], wished: string): string {
  const day = times.reduce((latest, { startsOn }) => laterOf(latest, startsOn), wished)
  const monday = mondayOf(day)
  const isWhole = times.every(({ rrule, startTime }) =>
    weekdaysOf(rrule).every((weekday) => {
      const date = addDays(monday, weekday - 1)
      return date >= day && instantOf(date, startTime, actor.school.timeZone) > now()
    }),
  )
  return isWhole ? day : addDays(monday, 7)
}

type Swappable = ReturnType<typeof listSwappable>[number]

/** The weekly times of private classes with a student that aren't over, by name. */
const listSwappable = (actor: Actor, day: string) => swappable.all(actor, { day })

const swappable = query((p: Params<{ day: string }>, own) =>
  select({
    id: schedules.id,
    classId: schedules.classId,
    className: classes.name,
    teacherName: teachers.name,
    ...columns(schedules, "rrule", "startTime", "minutes", "startsOn"),
    names: sql<string>`(select group_concat(s.first_name || ' ' || s.last_name, ', ') from enrollments e
      join students s on s.school_id = e.school_id and s.id = e.student_id
      where e.school_id = classes.school_id and e.class_id = classes.id
        and (e.ends_on is null or e.ends_on >= ${p.day}))`.as("names"),
    /** Until when there are class and student. */
    until:
      sql<string>`min(coalesce(${classes.endedOn}, '9999-12-31'), (select max(coalesce(e.ends_on, '9999-12-31'))
      from enrollments e where e.school_id = classes.school_id and e.class_id = classes.id))`.as("until"),
  })
    .from(schedules)
    .innerJoin(classes, joined(classes, schedules.classId))
    .leftJoin(teachers, joined(teachers, classes.teacherId))
    .where(
      and(
        own(schedules),
        eq(classes.kind, "private"),
        or(isNull(schedules.endsOn), gte(schedules.endsOn, p.day)),
        or(isNull(classes.endedOn), gte(classes.endedOn, p.day)),
        sql`exists (select 1 from enrollments e where e.school_id = classes.school_id
          and e.class_id = classes.id and (e.ends_on is null or e.ends_on >= ${p.day}))`,
      ),
    )
    .orderBy(sql`${classes.name} collate nocase`, asc(schedules.startsOn), asc(schedules.startTime)),
)

/** They meet on as many days, and not at the same time already. */
const fits = (one: Swappable, other: Swappable): boolean => {
  const [days, otherDays] = [weekdaysOf(one.rrule), weekdaysOf(other.rrule)]
  return (
    days.length === otherDays.length &&
    (one.startTime !== other.startTime || days.some((day) => !otherDays.includes(day)))
  )
}

/** The times it can be swapped with, those of its own length first; `undefined` where it isn't one of a private class. */
export function offerSwapTimes(actor: Actor, scheduleId: string, wish: NameWish): NameOffer | undefined {
  const all = listSwappable(actor, todayOf(actor))
  const one = all.find(({ id }) => id === scheduleId)
  if (!one) return undefined
  const choices = all
    .filter((time) => time.classId !== one.classId && fits(one, time))
    .map(({ id, className, names, teacherName, minutes, ...time }) => ({
      value: id,
      label: `${className}: ${[patternText(time), `${minutes} min`, teacherName].filter(Boolean).join(", ")}`,
      title: className,
      also: `${names} ${teacherName ?? ""}`,
      group: minutes === one.minutes ? `Same length, ${countOf(minutes, "minute")}` : "Other lengths",
      isAlike: minutes === one.minutes,
    }))
    .sort((a, b) => Number(b.isAlike) - Number(a.isAlike))
  if (choices.length > mostListed) return offerFound(choices, wish)
  return offerAll(choices.map(({ value, label, group }) => ({ value, label, group })))
}
