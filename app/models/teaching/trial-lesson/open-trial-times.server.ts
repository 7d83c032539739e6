import type { Actor } from "~/models/foundation/access/actor"
import type { TrialOffer } from "~/models/people/enrollment-form/enrollment-form"
import { teachesIt } from "~/models/people/teacher/instruments"
import { withTaughtInstruments } from "~/models/people/teacher/taught-instruments.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { thinnedOut } from "~/utils/spread"
import { listOpenTimes } from "../free-time/find-times.server"
import { listHours } from "../teacher-time/availability.server"
import { readTrialTime, type TrialTime, trialTimeValue } from "./trial-times"

// The times at which a stranger can have a trial lesson: those that the school's own search finds, with the notice that a form asks.

const step = 30
const shown = { soon: 18, ofLaterDay: 3 }
/** A page of so many times is still light. */
const most = 60

/** The teachers of an offer who teach an instrument, or all of them where none is asked for. */
function teachersOf(actor: Actor, { teacherIds }: TrialOffer, instrument: string | null): string[] {
  if (instrument === null) return teacherIds
  return withTaughtInstruments(actor, listTeachers(actor)).flatMap(({ id, instruments }) =>
    teacherIds.includes(id) && teachesIt(instruments, instrument) ? [id] : [],
  )
}

/** Of a school's instruments those for which an offer has a teacher. */
export const listTrialInstruments = (
  actor: Actor,
  offer: TrialOffer,
  instruments: readonly string[],
): string[] => instruments.filter((name) => teachersOf(actor, offer, name).length > 0)

function search(
  actor: Actor,
  offer: TrialOffer,
  instrument: string | null,
  on?: { date: string; teacherId: string },
  sentAt = now(),
) {
  const among = teachersOf(actor, offer, instrument).filter((id) => !on || id === on.teacherId)
  if (among.length === 0) return []
  const from = todayOf(actor)
  const to = addDays(from, offer.daysAhead)
  if (on && (on.date < from || on.date > to)) return []
  return listOpenTimes(
    actor,
    {
      ...{
        teacherId: null,
        among,
        instrument,
        studentIds: [],
        minutes: offer.minutes,
        roomId: null,
        usual: null,
      },
      ...{ from: on?.date ?? from, to: on?.date ?? to },
    },
    { notBefore: Math.max(now(), sentAt + offer.noticeHours * 3_600_000), step },
  )
}

/** The open times of an offer: all of the soonest, some of each later day. */
export const listTrialTimes = (actor: Actor, offer: TrialOffer, instrument: string | null): TrialTime[] =>
  thinnedOut(search(actor, offer, instrument), shown)
    .slice(0, most)
    .map(({ reasons: _, ...time }) => ({ ...time, value: trialTimeValue(time) }))

/**
 * One time as it was chosen; undefined once it isn't open any more, or never was. The notice counts from when it was asked for
 * (`sentAt`, UTC ms; now by default).
 */
export function findTrialTime(
  actor: Actor,
  offer: TrialOffer,
  instrument: string | null,
  value: string,
  sentAt?: number,
): TrialTime | undefined {
  const wish = readTrialTime(value)
  const found =
    wish &&
    search(actor, offer, instrument, wish, sentAt).find(({ startTime }) => startTime === wish.startTime)
  if (!found) return undefined
  const { reasons: _, ...time } = found
  return { ...time, value }
}

/** The teachers whom a form can offer, and whether anyone has said when they can be had. */
export function listTeachersWithHours(actor: Actor): { id: string; name: string; hasHours: boolean }[] {
  return listTeachers(actor).map(({ id, name }) => ({ id, name, hasHours: listHours(actor, id).length > 0 }))
}
