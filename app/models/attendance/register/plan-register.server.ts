import { type OwnStatus, ruleOf } from "~/models/accounts/custom-status/custom-status"
import { listOwnStatuses } from "~/models/accounts/custom-status/custom-status.server"
import type { Outcome } from "~/models/accounts/outcome/outcome"
import { listOutcomes } from "~/models/accounts/outcome/outcome.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { isOffice } from "~/models/foundation/access/roles"
import {
  type Settlement,
  settlementOf,
  standingAfter,
  standingSum,
} from "~/models/money/charge/seat-charges.server"
import { type Room, takeUnits } from "~/models/money/package/package"
import type { Use } from "~/models/money/package/package-cover.server"
import type { SeatCredit } from "~/models/teaching/credit/seat-credits.server"
import { creditUntilOf, earnsCredit } from "~/models/teaching/credit/seat-terms"
import type { SeatedSession } from "~/models/teaching/seat/seated-session.server"
import type { RegisterRefusal } from "~/texts/attendance/refusals"
import { now, todayOf } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { changeText } from "./change-text"
import { paidPersonOf } from "./paid-person"
import { type RegisterSeat, readRegister, withRooms } from "./read-register.server"
import {
  byHandChange,
  dueFor,
  effectOf,
  lockOf,
  type NewMark,
  opensBeforeMs,
  takenFor,
  withoutAmounts,
} from "./register"
import { type RegisterTotals, totalsOf, totalText, unitsOf } from "./register-totals"

// What saving a register would do, seat by seat, without writing anything. The preview shows this plan and taking the
// register carries it out, so the preview always matches the result.

export type SeatPlan = {
  seat: RegisterSeat
  wanted: { outcome: Outcome; minutesLate: number | null; status: OwnStatus | null }
  /** Whether the mark differs from the one recorded; a first mark does. */
  isChanged: boolean
  /** The same mark, or under another name that has no rules of its own: what it decided stays. */
  keepsEffect: boolean
  settlement: Settlement | null
  /** What it takes from packages instead of what it had. */
  cover: { release: Use[]; taken: Room[]; waiting: number } | null
  revoke: SeatCredit[]
  /** The credit of the seat's notice, where the mark earns it too. */
  confirm: SeatCredit | null
  issuesCredit: boolean
}

export type SeatEffect = {
  studentId: string
  name: string
  code: Outcome["code"]
  /** The charge of the seat afterwards, in minor units. */
  chargedMinor: number
  creditUntil: string | null
  /** What it takes from packages, in hundredths of a lesson, if anything. */
  packageUnits?: number
  text: string
  /** Only of a corrected mark: what changes, as a sentence. */
  change: string | null
}

export type RegisterEffect = RegisterTotals & {
  seats: SeatEffect[]
  changes: number
  lead: string
  rest: string
}

export type RegisterPlan = { seats: SeatPlan[]; effect: RegisterEffect; changesSomething: boolean }

/** Plans the marks someone wants, or says what stops them; whoever has read the seats hands them in. */
export function planRegister(
  actor: Actor,
  session: SeatedSession,
  marks: readonly NewMark[],
  read?: readonly RegisterSeat[],
): Result<{ plan: RegisterPlan }, RegisterRefusal> {
  if (session.state === "cancelled") return { ok: false, reason: "session-cancelled" }
  if (session.startsAt - opensBeforeMs > now()) return { ok: false, reason: "not-begun" }
  const seats = read ?? readRegister(actor, session)
  const wanted = new Map(marks.map((mark) => [mark.studentId, mark]))
  const expected = new Set(seats.map(({ studentId }) => studentId))
  if (marks.some(({ studentId }) => !expected.has(studentId))) return { ok: false, reason: "unknown-student" }
  if (seats.some(({ studentId, mark }) => !mark && !wanted.has(studentId)))
    return { ok: false, reason: "incomplete" }

  const statuses = listOwnStatuses(actor)
  const recorded = new Map(seats.map(({ studentId, mark }) => [studentId, mark?.statusId]))
  if (marks.some((mark) => isNotOffered(mark, statuses, recorded.get(mark.studentId))))
    return { ok: false, reason: "status-unknown" }

  const plans = planSeats(actor, seats, { wanted, statuses })
  return {
    ok: true,
    plan: {
      seats: plans,
      effect: sumUp(actor, session, plans),
      changesSomething: plans.some(
        ({ isChanged, settlement, cover }) => isChanged || settlement !== null || cover !== null,
      ),
    },
  }
}

/** What the marks of a session charge that were made before there was a price: nothing else of it changes. */
export const planMarked = (actor: Actor, session: SeatedSession): SeatPlan[] =>
  planSeats(
    actor,
    readRegister(actor, session).filter(({ mark }) => mark),
    { wanted: new Map(), statuses: listOwnStatuses(actor) },
  )

/** Each in turn: what one takes from a package, the next one no longer finds. */
function planSeats(
  actor: Actor,
  seats: readonly RegisterSeat[],
  { wanted, statuses }: { wanted: ReadonlyMap<string, NewMark>; statuses: readonly OwnStatus[] },
): SeatPlan[] {
  const outcomes = new Map(listOutcomes(actor).map((outcome) => [outcome.code, outcome]))
  return seats.map((seat) => {
    const { cover } = seat.terms
    const asked = cover ? withRooms(seat, cover.beyond) : seat
    const plan = planSeat(asked, wanted.get(seat.studentId), { outcomes, statuses })
    if (plan.cover) seat.packages.book(seat, plan.cover.taken)
    return plan
  })
}

/** A status that is gone, counts as another mark or is retired; a retired one stays where it's recorded. */
function isNotOffered(
  { code, statusId }: NewMark,
  statuses: readonly OwnStatus[],
  recordedId: string | null | undefined,
): boolean {
  if (!statusId) return false
  const status = statuses.find(({ id }) => id === statusId)
  return status?.countsAs !== code || (status.isRetired && recordedId !== statusId)
}

function planSeat(
  seat: RegisterSeat,
  mark: NewMark | undefined,
  { outcomes, statuses }: { outcomes: ReadonlyMap<string, Outcome>; statuses: readonly OwnStatus[] },
): SeatPlan {
  const { mark: recorded } = seat
  const code = mark?.code ?? recorded?.code ?? "present"
  const minutesLate =
    code === "late" ? (mark ? (mark.minutesLate ?? null) : (recorded?.minutesLate ?? null)) : null
  const statusId = (mark ? mark.statusId : recorded?.statusId) ?? null
  const status = statuses.find(({ id }) => id === statusId) ?? null
  const ofCode = outcomes.get(code)
  if (!ofCode) throw new Error(`The school has no outcome for ${code}`)
  const table = ruleOf(status, ofCode)
  const isChanged = recorded?.statusId !== statusId
  const before = statuses.find(({ id }) => id === recorded?.statusId)
  const isSameRule = !isChanged || !(before?.rule || status?.rule)
  const unchanged = { keepsEffect: true, revoke: [], confirm: null, issuesCredit: false }
  if (recorded && isSameRule && recorded.code === code && recorded.minutesLate === minutesLate) {
    // marked when the class had no price yet: saving again charges it now
    const target = dueFor(seat.terms, recorded.chargedPercent)
    const isOpen =
      seat.charges.every(({ isUndone, isReplaced }) => isUndone || isReplaced) &&
      !seat.packages.usesOf(seat).some(({ packageId }) => packageId)
    const settlement = isOpen && target.amountMinor > 0 ? settlementOf([], target) : null
    const outcome = { ...table, ...recorded, label: table.label }
    const cover = isOpen ? coverOf(seat, recorded.chargedPercent) : null
    return { seat, wanted: { outcome, minutesLate, status }, isChanged, settlement, cover, ...unchanged }
  }
  return {
    seat,
    wanted: { outcome: table, minutesLate, status },
    isChanged: true,
    keepsEffect: false,
    settlement: settlementOf(seat.charges, dueFor(seat.terms, table.chargedPercent)),
    cover: coverOf(seat, table.chargedPercent),
    ...creditsOf(seat, table),
  }
}

/** What the mark takes from packages; null where nothing is taken, had or waiting. */
function coverOf(seat: RegisterSeat, chargedPercent: number): SeatPlan["cover"] {
  const release = seat.packages.usesOf(seat)
  const { taken: wanted, missing } = takenFor(seat.terms, chargedPercent)
  if (release.length === 0 && wanted + missing === 0) return null
  const { taken } = takeUnits(wanted, seat.packages.roomsOf(seat))
  const isCharged = dueFor(seat.terms, chargedPercent).amountMinor > 0
  return { release, taken, waiting: isCharged ? 0 : missing }
}

/** What becomes of the seat's credits: that of its notice is confirmed, or replaced when the mark charges otherwise. */
function creditsOf(
  seat: RegisterSeat,
  outcome: Outcome,
): Pick<SeatPlan, "revoke" | "confirm" | "issuesCredit"> {
  const earns = earnsCredit(seat.terms, outcome)
  const unused = seat.credits.filter(({ usedOn, isRevoked }) => usedOn === null && !isRevoked)
  const confirm =
    unused.find(
      ({ isFromNotice, prepaidPercent }) =>
        earns && isFromNotice && prepaidPercent === outcome.chargedPercent,
    ) ?? null
  return {
    revoke: unused.filter((credit) => credit !== confirm),
    confirm,
    issuesCredit: earns && confirm === null,
  }
}

function sumUp(actor: Actor, session: SeatedSession, plans: readonly SeatPlan[]): RegisterEffect {
  const seesMoney = seesFamilyMoney(actor)
  const seats = plans.map((plan) => effectOfPlan(plan, seesMoney))
  const totals = totalsOf(
    seats.map((effect, index) => ({ ...effect, paidPercent: plans[index]?.wanted.outcome.paidPercent ?? 0 })),
    session.minutes,
  )
  const currency = seesMoney ? actor.school.currency : null
  return {
    seats,
    ...totals,
    ...totalText(totals, { currency, paidPerson: paidPersonOf(actor, session) }),
    changes: plans.filter(({ isChanged, seat }) => isChanged && seat.mark).length,
  }
}

/** The amounts are the books'; the texts depend on the reader. */
function effectOfPlan(plan: SeatPlan, seesMoney: boolean): SeatEffect {
  const { seat, wanted, isChanged, settlement } = plan
  const readTerms = seesMoney ? seat.terms : withoutAmounts(seat.terms)
  const { text } = effectOf(readTerms, wanted.outcome)
  const standsMinor = settlement ? standingAfter(seat.charges, settlement) : standingSum(seat.charges)
  const openCredit = seat.credits.find(({ isRevoked }) => !isRevoked)
  const keptUntil = openCredit && !plan.revoke.includes(openCredit) ? openCredit.expiresOn : null
  return {
    studentId: seat.studentId,
    name: seat.name,
    code: wanted.outcome.code,
    chargedMinor: standsMinor,
    creditUntil: plan.issuesCredit ? creditUntilOf(seat.terms, wanted.outcome) : keptUntil,
    ...unitsOf(plan.cover ? plan.cover.taken : seat.packages.usesOf(seat)),
    text,
    change:
      isChanged && seat.mark
        ? changeText(
            {
              ...plan,
              seat: { ...seat, terms: readTerms },
              byHand: settlement && byHandChange(seat.terms, wanted.outcome),
            },
            standsMinor,
          )
        : null,
  }
}

/** What keeps a mark that exists from being changed once the school's days are over. First marks are always taken. */
export function lockedBy(
  actor: Actor,
  session: SeatedSession,
  plan: RegisterPlan,
  reason: string | undefined,
): "locked" | "reason-missing" | undefined {
  if (!plan.seats.some(({ isChanged, seat }) => isChanged && seat.mark)) return undefined
  const lock = lockFor(actor, session)
  if (lock === "closed") return "locked"
  return lock === "reason" && !reason ? "reason-missing" : undefined
}

/** Whether the actor may still change what is recorded of a lesson. */
export const lockFor = (actor: Actor, { localDate }: Pick<SeatedSession, "localDate">) =>
  lockOf(localDate, todayOf(actor), {
    lockDays: actor.school.attendanceLockDays,
    isOffice: isOffice(actor.role),
  })
