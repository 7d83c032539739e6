import { charges, invoiceLines, invoices } from "db/schema/money"
import { and, isNull, sql } from "drizzle-orm"
import { type OwnStatus, ruleOf, spellStatus } from "~/models/accounts/custom-status/custom-status"
import { listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import type { Outcome } from "~/models/accounts/outcome/outcome"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { type Params, query, select } from "~/models/foundation/access/door.server"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { among, joined } from "~/models/foundation/access/own.server"
import { may } from "~/models/foundation/access/permissions"
import { termStart } from "~/models/foundation/term/term.server"
import { standingSum } from "~/models/money/charge/seat-charges.server"
import { listPhones } from "~/models/people/family/contacts.server"
import { findCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { reasonsIn } from "~/models/teaching/lesson-reason/lesson-reason.server"
import { guestKinds, suggestedCode } from "~/models/teaching/seat/seat"
import {
  correctionIn,
  findPastAttendance,
  findReasonedSession,
  type PastAttendance,
  type SeatedSession,
} from "~/models/teaching/seat/seated-session.server"
import { listPeople, namesOnLeave } from "~/models/teaching/session/session-people.server"
import { now } from "~/utils/clock.server"
import { daysBetween } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { localDate, localTime } from "~/utils/zones"
import { paidPersonOf } from "./paid-person"
import { lockFor } from "./plan-register.server"
import { type RegisterSeat, readRegister } from "./read-register.server"
import { effectOf, opensBeforeMs, type RegisterTerms, withoutAmounts } from "./register"
import { findWrittenSince } from "./register-notes.server"
import { totalsShown, unitsOf } from "./register-totals"
import type { RegisterRow, RegisterView, StatusEffect } from "./register-view"

/** Everything the register's screen shows, or undefined for a session the actor may not see. */
export function findRegister(actor: Actor, sessionId: string): RegisterView | undefined {
  const session = findReasonedSession(actor, sessionId)
  if (!session) return undefined
  const seats = readRegister(actor, session)
  const billed = listInvoicesOfSeats(actor, seats)
  const phones = listPhones(
    actor,
    seats.map(({ studentId }) => studentId),
  )
  const outcomes = listOutcomes(actor)
  const since = termStart(actor, session.localDate)
  const past = findPastAttendance(actor, session, since)
  const { lastNote, ...written } = findWrittenSince(actor, session)
  const once = onceEach()
  const statuses = listOwnStatuses(actor).filter(
    ({ id, isRetired }) => !isRetired || seats.some(({ mark }) => mark?.statusId === id),
  )
  const effectsOf = forEqual((terms: RegisterTerms) => once(effectsOfAll(terms, outcomes, statuses)))
  const mayWrite = may(actor, "message:all") || actor.role === "teacher"
  const rows = seats.map((seat) => {
    const row = rowOf(actor, seat, { effectsOf, invoice: (seat.seatId && billed.get(seat.seatId)) || null })
    return {
      ...row,
      recorded: once(row.recorded),
      alerts: once(alertsOf(actor, { session, seat, since }, past.get(seat.studentId))),
      call: phones.get(seat.studentId) ?? null,
      writeTo: mayWrite ? paths.newMessage({ to: `student:${seat.studentId}` }) : null,
      notes: once({ shared: "", private: "", ...written.studentNotes[seat.studentId] }),
    }
  })
  const reader = {
    currency: seesFamilyMoney(actor) ? actor.school.currency : null,
    paidPerson: paidPersonOf(actor, session),
  }
  const isPrivate = session.classKind === "private" || session.classKind === "trial"
  const lock = session.registerTakenAt === null ? "open" : lockFor(actor, session)
  const phase = phaseOf(session)
  return {
    name: isPrivate && rows.length > 0 ? joinNames(rows.map(({ name }) => name)) : session.className,
    session: {
      id: session.id,
      className: session.className,
      classId: session.classId,
      classKind: session.classKind,
      instrument: session.instrument,
      localDate: session.localDate,
      startTime: session.startTime,
      minutes: session.minutes,
      teacherId: session.teacherId,
      teacherName: session.teacherName,
      roomName: session.roomName,
      cancelReason: session.cancelReason,
      onlineLink: session.state === "planned" ? session.onlineLink : null,
    },
    isSolo: actor.school.kind === "solo",
    phase,
    lock,
    hint: phase === "taken" ? lockHints[lock] : rows.length > 1 ? firstHint : null,
    taken: takenText(actor.school.timeZone, session),
    credits: phase === "open" || phase === "expected" ? creditsOf(actor, session.id, seats) : null,
    reasons: may(actor, "attendance:read") ? reasonsIn(actor, session) : [],
    opensAt: formatTime(localTime(session.startsAt - opensBeforeMs, actor.school.timeZone)),
    opensAtMs: session.startsAt - opensBeforeMs,
    onLeave: namesOnLeave(listPeople(actor, [session.id]).get(session.id) ?? []),
    lastNote,
    notes: written.notes,
    formStamp: written.stamp,
    ...reader,
    rows,
    statuses: statuses.map(({ id, name, countsAs }) => ({ id, name, countsAs })),
    totals: totalsShown({ rows, session, ...reader }, new Map()),
  }
}

const creditsOf = (actor: Actor, id: string, seats: readonly RegisterSeat[]) =>
  findCancelCredits(actor, {
    id,
    students: seats.map(({ kind }) => ({
      kind,
      ...(kind === "make_up" ? { hasMakeUp: true as const } : {}),
    })),
  })

/** Gives equal values back as one: a page's data says each object once. */
function onceEach(): <Value>(value: Value) => Value {
  const known = new Map<string, unknown>()
  return <Value>(value: Value) => {
    const key = JSON.stringify(value)
    if (!known.has(key)) known.set(key, value)
    return known.get(key) as Value
  }
}

/** Computes once for equal values: most students of a lesson have the same terms. */
function forEqual<Value, Result>(compute: (value: Value) => Result): (value: Value) => Result {
  const known = new Map<string, Result>()
  return (value) => {
    const key = JSON.stringify(value)
    const result = known.get(key) ?? compute(value)
    known.set(key, result)
    return result
  }
}

const firstHint = "Everyone is marked present. Change any exceptions."
const lockHints: Record<RegisterView["lock"], string> = {
  closed: "Attendance is locked. Ask the office to correct it. You can still change the notes.",
  reason: "Attendance is locked for teachers. You can correct it with a reason.",
  open: "Attendance is saved. Change anything that’s wrong.",
}

function phaseOf(session: SeatedSession): RegisterView["phase"] {
  if (session.state === "cancelled") return "cancelled"
  if (session.registerTakenAt !== null) return "taken"
  return session.startsAt - opensBeforeMs > now() ? "expected" : "open"
}

type Billed = Map<string, SeatInvoice>

function rowOf(
  actor: Actor,
  seat: RegisterSeat,
  {
    effectsOf,
    invoice,
  }: { effectsOf: (terms: RegisterTerms) => RegisterRow["effects"]; invoice: SeatInvoice | null },
): Omit<RegisterRow, "alerts" | "call" | "notes" | "writeTo"> {
  const credit = seat.credits.find(({ isRevoked }) => !isRevoked)
  const sumMinor = standingSum(seat.charges)
  const seesMoney = seesFamilyMoney(actor)
  const terms = seesMoney ? seat.terms : withoutAmounts(seat.terms)
  const done = {
    chargedMinor: seesMoney ? sumMinor : Math.sign(sumMinor),
    creditUntil: credit && credit.usedOn === null ? credit.expiresOn : null,
    madeUpOn: credit?.usedOn ?? null,
  }
  return {
    studentId: seat.studentId,
    name: seat.name,
    medicalNotes: seat.medicalNotes,
    effects: effectsOf(terms),
    code: seat.mark?.code ?? suggestedCode(seat),
    statusId: seat.mark?.statusId ?? null,
    minutesLate: seat.mark?.minutesLate ?? null,
    recorded: seat.mark
      ? {
          code: seat.mark.code,
          minutesLate: seat.mark.minutesLate,
          paidPercent: seat.mark.paidPercent,
          ...unitsOf(seat.packages.usesOf(seat)),
          ...done,
          done: doneText(seat, done, {
            terms,
            invoice: seesMoney ? invoice : null,
            isLinked: may(actor, "invoice:read"),
          }),
        }
      : null,
  }
}

/** What a teacher should know of someone before tapping, most urgent first. */
function alertsOf(
  actor: Actor,
  { session, seat, since }: { session: SeatedSession; seat: RegisterSeat; since: string },
  { held, attended, missedLastOn }: PastAttendance = { held: 0, attended: 0, missedLastOn: null },
): string[] {
  const alerts = [seat.kind === "enrolled" ? null : guestKinds[seat.kind], noticeText(actor, session, seat)]
  if (missedLastOn) {
    const days = daysBetween(missedLastOn, session.localDate)
    alerts.push(
      days > 3 && days < 11 ? "missed last week too" : `missed ${formatDate(missedLastOn, "day")} too`,
    )
  } else if (held > 0 && !seat.notice && !seat.mark)
    alerts.push(`${attended} of ${held} since ${formatDate(since, "day")}`)
  return alerts.filter((alert) => alert !== null)
}

/** "notice: cold, sent 8:12 AM"; with the day when it was another one. */
function noticeText(actor: Actor, session: SeatedSession, { notice }: RegisterSeat): string | null {
  if (!notice) return null
  const zone = actor.school.timeZone
  const day = localDate(notice.at, zone)
  const time = formatTime(localTime(notice.at, zone))
  const sent = day === session.localDate ? time : `${formatDate(day, "short")}, ${time}`
  return `notice: ${notice.text ? `${notice.text}, ` : ""}sent ${sent}`
}

function listInvoicesOfSeats(actor: Actor, seats: readonly RegisterSeat[]): Billed {
  const billed = seats.filter(({ charges: ofSeat }) => ofSeat.some(({ isFrozen }) => isFrozen))
  const ids = billed.flatMap(({ seatId }) => (seatId ? [seatId] : []))
  if (ids.length === 0) return new Map()
  const rows = invoicesQuery.all(actor, { seatIds: JSON.stringify(ids) })
  return new Map(rows.map(({ seatId, ...invoice }) => [seatId, invoice]))
}

const invoicesQuery = query((p: Params<{ seatIds: string }>, own) =>
  select({
    seatId: sql<string>`${charges.seatId}`,
    invoiceId: invoices.id,
    number: sql<string>`${invoices.number}`,
  })
    .from(charges)
    .innerJoin(invoiceLines, and(joined(charges, invoiceLines.chargeId), isNull(invoiceLines.releasedAt)))
    .innerJoin(invoices, joined(invoices, invoiceLines.invoiceId))
    .where(and(own(charges), among(charges.seatId, p.seatIds)))
    .orderBy(invoices.issuedAt),
)

type Read = { registerTakenAt: number | null; takenByName: string | null; correction: string | null }

/**
 * When attendance was taken and who else corrected it last: "Wed, Nov 18 at 3:10 PM by Marcus Whitfield, corrected Thu, Nov 19
 * at 9:05 AM by Ruth Castellano".
 */
function takenText(timeZone: string, { registerTakenAt, takenByName, ...read }: Read): string | null {
  if (registerTakenAt === null) return null
  const taken = whenAndWho(timeZone, registerTakenAt, takenByName)
  const correction = correctionIn(read)
  return correction ? `${taken}, corrected ${whenAndWho(timeZone, correction.at, correction.byName)}` : taken
}

function whenAndWho(timeZone: string, at: number, name: string | null): string {
  const when = `${formatDate(localDate(at, timeZone), "short")} at ${formatTime(localTime(at, timeZone))}`
  return name ? `${when} by ${name}` : when
}

/** What each status would do, the school's own as a field spells them. */
function effectsOfAll(
  terms: RegisterTerms,
  outcomes: readonly Outcome[],
  statuses: readonly OwnStatus[],
): RegisterRow["effects"] {
  const effectIn = (outcome: Outcome) => ({
    ...effectOf(terms, outcome),
    paidPercent: outcome.paidPercent,
  })
  const ofCodes = new Map(outcomes.map((outcome) => [outcome.code, effectIn(outcome)]))
  const ofOwn = statuses.flatMap((status): [string, StatusEffect][] => {
    const table = outcomes.find(({ code }) => code === status.countsAs)
    const usual = ofCodes.get(status.countsAs)
    if (!table || !usual) return []
    const effect = status.rule ? { ...effectIn(ruleOf(status, table)), ownName: status.name } : usual
    return [[spellStatus({ code: status.countsAs, statusId: status.id }), effect]]
  })
  return Object.fromEntries([...ofCodes, ...ofOwn])
}

type SeatInvoice = { invoiceId: string; number: string }
type Recorded = NonNullable<RegisterRow["recorded"]>
type Part = Recorded["done"][number]

/**
 * What a recorded mark has done: the money, on which invoice, and the credit.
 * @param isLinked whether invoices and billing lead anywhere for this person
 */
function doneText(
  { studentId, familyId }: { studentId: string; familyId: string },
  { chargedMinor, creditUntil, madeUpOn }: Pick<Recorded, "chargedMinor" | "creditUntil" | "madeUpOn">,
  {
    terms: { currency, isWaived, byHand },
    invoice,
    isLinked,
  }: {
    terms: Pick<RegisterTerms, "currency" | "isWaived" | "byHand">
    invoice: SeatInvoice | null
    isLinked: boolean
  },
): Part[] {
  const unpaid = isWaived ? "Waived" : "Not charged"
  const charged = currency === null ? "Charged" : `${formatMoney(chargedMinor, currency)} charged`
  const parts: Part[] = [{ text: chargedMinor ? charged : unpaid }]
  if (byHand && chargedMinor) parts.push({ text: ", changed by hand" })
  if (invoice && isLinked)
    parts.push({ text: ", " }, { text: `invoice ${invoice.number}`, to: paths.invoice(invoice.invoiceId) })
  else if (invoice) parts.push({ text: `, on invoice ${invoice.number}` })
  else if (chargedMinor && isLinked)
    parts.push({ text: ", " }, { text: "not invoiced yet", to: paths.newInvoice({ family: familyId }) })
  const credit = creditUntil
    ? `make-up credit until ${formatDate(creditUntil, "day")}`
    : madeUpOn && `made up on ${formatDate(madeUpOn, "day")}`
  if (!credit) return parts
  const to = isLinked ? paths.attendance({ view: "credits", student: studentId }) : undefined
  return [...parts, { text: "; " }, { text: credit, to }]
}
