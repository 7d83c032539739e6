import { students } from "db/schema/people"
import { classes, enrollments } from "db/schema/teaching"
import { sessions } from "db/schema/teaching-sessions"
import { and, eq, ne } from "drizzle-orm"
import { withTax } from "~/models/accounts/tax/tax"
import { readTaxes } from "~/models/accounts/tax/tax-rates.server"
import type { Actor } from "~/models/foundation/access/actor"
import { ownRows, select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { allOrNothing } from "~/models/foundation/access/rehearse.server"
import type { TrialOffer } from "~/models/people/enrollment-form/enrollment-form"
import type { TrialPrice } from "~/models/people/inquiry/inquiry-draft.server"
import { admitStudent } from "~/models/people/student/student.server"
import { teachesIt } from "~/models/people/teacher/instruments"
import { withTaughtInstruments } from "~/models/people/teacher/taught-instruments.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatMoney } from "~/utils/money"
import { fullName } from "~/utils/names"
import { isKeyedHash, keyedHash } from "~/utils/seal.server"
import { thinnedOut } from "~/utils/spread"
import { startClass } from "../class/class.server"
import { endClass } from "../class/end-class.server"
import { listOpenTimes } from "../free-time/find-times.server"
import { findTrialPrice } from "../price/price.server"
import { addSession } from "../session/move-session.server"
import type { Override, SlotRefusal } from "../session/slot.server"
import type { ImpossibleTime } from "../session/slot-check"
import { listHours } from "../teacher-time/availability.server"
import type { TrialForm } from "./trial-form"
import { readTrialTime, type TrialTime, trialTimeValue } from "./trial-times"

type Admitted = ReturnType<typeof admitStudent>

export type TrialRefusal =
  | { ok: false; reason: "no-student" }
  | { ok: false; reason: "booked-already"; studentId: string; name: string }
  | Extract<Admitted, { ok: false }>
  | SlotRefusal
  | ImpossibleTime

/**
 * Books a trial lesson in one step: a new student on trial with their guardian or in a family the school has, or one the school
 * knows, and one lesson of the kind trial. What it costs follows the school's rule for trials. All of it or nothing; the same one
 * sent twice is booked once.
 */
export function bookTrial(
  actor: Actor,
  form: TrialForm,
  { override, anyway }: { override?: Override; anyway?: boolean } = {},
): { ok: true; studentId: string; sessionId: string; name: string } | TrialRefusal {
  return allOrNothing(() => {
    const twin = anyway ? undefined : findTwin(actor, form)
    if (twin) return { ok: false, reason: "booked-already", ...twin } as const
    const student = form.studentId ? findStudent(actor, form.studentId) : newcomer(actor, form, anyway)
    if (!student.ok) return student
    const { date, startTime, minutes, teacherId, roomId, instrument } = form
    const costs = findTrialPrice(actor) === "class" && form.amount !== undefined
    const started = startClass(actor, {
      name: trialName(student.name),
      kind: "trial",
      instrument,
      teacherId,
      roomId,
      capacity: 1,
      billing: "per_session",
      amount: costs ? form.amount : undefined,
      weekdays: [],
      everyWeeks: 1,
      rotation: [],
      minutes,
      startsOn: date,
      ends: "open",
      students: [student.id],
    })
    if (!started.ok)
      return "clashes" in started || started.reason === "unknown-teacher" || started.reason === "unknown-room"
        ? started
        : ({ ok: false, reason: "no-student" } as const)
    const { classId } = started
    const added = addSession(actor, { classId, date, startTime, minutes, override })
    if (!added.ok)
      return "clashes" in added ||
        "message" in added ||
        added.reason === "unknown-teacher" ||
        added.reason === "unknown-room"
        ? added
        : ({ ok: false, reason: "no-student" } as const)
    endClass(actor, classId, { lastDay: date, reason: "A trial is one lesson" })
    return { ok: true, studentId: student.id, sessionId: added.sessionId, name: student.name } as const
  })
}

/** How the class of a trial lesson is called. */
export const trialName = (studentName: string): string => `${studentName}, trial`

function findStudent(actor: Actor, studentId: string) {
  const found = ownRows(actor, students, ["id", "firstName", "lastName"])
    .where(eq(students.id, studentId))
    .get()
  if (!found) return { ok: false, reason: "no-student" } as const
  return { ok: true, id: found.id, name: fullName(found) } as const
}

/** The student who has this very trial lesson already: the one it is for, or one of the same name. */
function findTwin(actor: Actor, form: TrialForm) {
  const { studentId, firstName = "", lastName = "", date, startTime } = form
  const found = select({ studentId: students.id, firstName: students.firstName, lastName: students.lastName })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(enrollments, joined(enrollments.classId, classes.id))
    .innerJoin(students, joined(students, enrollments.studentId))
    .where(
      and(
        own(actor, sessions),
        eq(sessions.localDate, date),
        eq(sessions.startTime, startTime),
        eq(classes.kind, "trial"),
        ne(sessions.state, "cancelled"),
      ),
    )
    .all()
  const wanted = fullName({ firstName, lastName }).toLowerCase()
  const twin = found.find((each) =>
    studentId ? each.studentId === studentId : fullName(each).toLowerCase() === wanted,
  )
  return twin && { studentId: twin.studentId, name: fullName(twin) }
}

function newcomer(actor: Actor, form: TrialForm, anyway: boolean | undefined) {
  const { firstName = "", lastName = "", instrument, guardianName, guardianEmail, guardianPhone } = form
  const admitted = admitStudent(
    actor,
    {
      firstName,
      lastName,
      status: "trial",
      family: form.familyId ?? "new",
      instruments: [{ instrument, level: null }],
      guardians: guardianName
        ? [
            {
              name: guardianName,
              email: guardianEmail,
              phone: guardianPhone,
              payerShare: 10_000,
              seesMoney: true,
              remove: false,
            },
          ]
        : [],
    },
    { anyway },
  )
  if (!admitted.ok) return admitted
  return { ok: true, id: admitted.studentId, name: fullName({ firstName, lastName }) } as const
}

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

/** What a trial lesson of an offer costs the family: with tax that is added, nothing where the school's trials are free. */
export function trialPriceOf(actor: Actor, { priceMinor }: Pick<TrialOffer, "priceMinor">): TrialPrice {
  if (findTrialPrice(actor) === "free" || priceMinor === 0) return 0
  if (priceMinor === null) return null
  return withTax(priceMinor, readTaxes(actor)({ taxRateId: null, isTaxFree: false })).amountMinor
}

/** "free" or "$ 35.00"; null where nothing is said. */
export const trialPriceText = (actor: Actor, price: TrialPrice): string | null =>
  price === 0 ? "free" : price === null ? null : formatMoney(price, actor.school.currency)

// The link with which whoever booked a trial lesson sees and cancels it: no secret is stored.

const purpose = "trial lesson"

export const trialToken = (schoolId: string, bookingId: string): string =>
  `${bookingId}.${keyedHash(purpose, `${schoolId} ${bookingId}`)}`

/** The booking that a link is for; undefined when we didn't sign it for this school. */
export function bookingIn(schoolId: string, token: string): string | undefined {
  const [bookingId = "", signature = ""] = token.split(".")
  return isKeyedHash(purpose, `${schoolId} ${bookingId}`, signature) ? bookingId : undefined
}
