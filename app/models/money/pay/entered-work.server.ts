import { transact } from "db/client.server"
import { enteredWork, extraWork } from "db/schema/money-pay"
import { teachers } from "db/schema/people"
import { and, asc, count, desc, eq } from "drizzle-orm"
import { listOffice } from "~/models/accounts/school/office.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  type Changes,
  change,
  find,
  params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { joined, newRow, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import type { Reach } from "~/models/foundation/outbox/bounce"
import { mailTo } from "~/models/foundation/outbox/outbox.server"
import { reachOf } from "~/models/foundation/outbox/reach.server"
import type { EnterWorkRefusal } from "~/texts/money/refusals"
import { now, todayOf } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import type { Result } from "~/utils/result"
import { toSmallest } from "~/utils/smallest-amount"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import type { EnteredWork } from "./entered-work"
import type { EnterWorkForm } from "./entered-work-form"
import { findWorkKind } from "./work-kinds.server"

// Emails about extra work that a teacher entered, queued in the transaction of the entry or the answer.

type Told = Pick<EnteredWork, "teacherName" | "description" | "workedOn" | "amountMinor" | "note">

const factsOf = (
  actor: Actor,
  { description, workedOn, amountMinor }: Omit<Told, "note" | "teacherName">,
) => ({
  description,
  workedOn: formatDate(workedOn, "full", actor.school),
  amount: formatMoney(amountMinor, actor.school.currency, actor.school),
})

/** Tells the office that work waits for its answer. */
function tellEntry(actor: Actor, work: Told) {
  for (const { name, email } of listOffice(actor))
    mailTo(actor, { email, name }, "work-entered", {
      teacherName: work.teacherName,
      note: work.note,
      ...factsOf(actor, work),
    })
}

/** Tells the teacher what the office answered, where they have an address. */
function tellDecision(actor: Actor, work: EnteredWork): Reach {
  const email = find(actor, teachers, work.teacherId)?.email ?? null
  const name = work.teacherName
  if (email)
    mailTo(actor, { email, name }, "work-answered", {
      isConfirmed: work.state === "confirmed",
      reason: work.reason,
      ...factsOf(actor, work),
    })
  return reachOf({ template: "work-answered", schoolId: actor.school.id }, [{ name, email }])
}

// Extra work that a teacher enters. Only what the office confirms is paid: it becomes extra work of its day, and where that
// period is locked already, a correction in the next one. The amount is worked out here, by the school's rate of that day.

const oldest = 366

/**
 * Enters work that waits for the office, who is told; the same form enters it once, and refuses to say something else of it
 * later.
 */
export function enterWork(
  actor: Actor,
  teacher: { id: string; name: string },
  form: EnterWorkForm,
): Result<{ workId: string }, EnterWorkRefusal> {
  const { kind: kindId, workedOn, hours, pay, description, note, formKey } = form
  return transact(() => {
    const earlier = madeByForm(actor, formKey)
    if (earlier)
      return isSame(actor, earlier, teacher.id, form)
        ? { ok: true, workId: earlier }
        : { ok: false, reason: "sent-before" }
    const day = todayOf(actor)
    if (workedOn > day) return { ok: false, reason: "in-the-future" }
    if (workedOn < addDays(day, -oldest)) return { ok: false, reason: "too-old" }
    const kind = kindId ? findWorkKind(actor, kindId) : undefined
    if (kindId && !kind) return { ok: false, reason: "no-kind" }
    if (!kind && !description) return { ok: false, reason: "description-missing" }
    if (!kind && pay === undefined) return { ok: false, reason: "amount-missing" }
    if (kind?.isHourly && hours === null) return { ok: false, reason: "hours-missing" }
    const minutes = kind?.isHourly ? hours : null
    const hourlyMinor = kind?.isHourly ? kind.amountMinor : null
    const amountMinor =
      minutes !== null && hourlyMinor !== null
        ? toSmallest((hourlyMinor * minutes) / 60)
        : (kind?.amountMinor ?? pay ?? 0)
    if (amountMinor < 1) return { ok: false, reason: "hours-missing" }
    const row = newRow(actor)
    const text = kind && description ? `${kind.name}: ${description}` : (kind?.name ?? description ?? "")
    add(actor, enteredWork, {
      ...row,
      teacherId: teacher.id,
      workedOn,
      minutes,
      hourlyMinor,
      amountMinor,
      note,
      kindId: kind?.id ?? null,
      description: text,
      state: "asked",
    })
    rememberForm(actor, formKey, row.id)
    recordEvent(actor, "teacher.enter-work", teacher.id, {
      after: { description: text, workedOn, amountMinor },
    })
    tellEntry(actor, { teacherName: teacher.name, description: text, workedOn, amountMinor, note })
    return { ok: true, workId: row.id }
  })
}

/** Whether the work that a form entered is what it says now. */
function isSame(actor: Actor, workId: string, teacherId: string, said: EnterWorkForm): boolean {
  const work = find(actor, enteredWork, workId)
  if (work?.teacherId !== teacherId || work.kindId !== (said.kind ?? null)) return false
  const kind = said.kind ? findWorkKind(actor, said.kind) : undefined
  const { description = "" } = said
  const text = kind ? [kind.name, description].filter(Boolean).join(": ") : description
  return (
    work.workedOn === said.workedOn &&
    work.note === said.note &&
    work.description.endsWith(text) &&
    (work.minutes === null || work.minutes === said.hours) &&
    (said.kind !== undefined || work.amountMinor === said.pay)
  )
}

/** Takes an entry back that the office hasn't answered. */
export function withdrawWork(
  actor: Actor,
  teacherId: string,
  workId: string,
): Result<{ description: string }, "not-found" | "decided"> {
  return transact(() => {
    const work = findWork(actor, workId)
    if (work?.teacherId !== teacherId) return { ok: false, reason: "not-found" }
    if (work.state !== "asked") return { ok: false, reason: "decided" }
    decide(actor, workId, { state: "withdrawn" })
    recordEvent(actor, "teacher.withdraw-work", teacherId, { after: { description: work.description } })
    return { ok: true, description: work.description }
  })
}

/** Confirms an entry: it is paid with the period of its day, or, where that is locked, with the next. Once. */
export function confirmWork(
  actor: Actor,
  workId: string,
): Result<{ work: EnteredWork }, "not-found" | "decided"> {
  return transact(() => {
    const work = findWork(actor, workId)
    if (!work) return { ok: false, reason: "not-found" }
    if (work.state !== "asked") return { ok: false, reason: "decided" }
    const { teacherId, workedOn, description, minutes, hourlyMinor, amountMinor } = work
    const extraWorkId = add(actor, extraWork, {
      teacherId,
      workedOn,
      description,
      minutes,
      hourlyMinor,
      amountMinor,
      addedBy: actor.memberId,
    })
    decide(actor, workId, { state: "confirmed", extraWorkId })
    recordEvent(actor, "teacher.confirm-work", teacherId, { after: { description, workedOn, amountMinor } })
    tellDecision(actor, { ...work, state: "confirmed" })
    return { ok: true, work }
  })
}

/** Declines an entry with a reason that the teacher reads. */
export function declineWork(
  actor: Actor,
  workId: string,
  reason: string,
): Result<{ work: EnteredWork; reach: Reach }, "not-found" | "decided"> {
  return transact(() => {
    const work = findWork(actor, workId)
    if (!work) return { ok: false, reason: "not-found" }
    if (work.state !== "asked") return { ok: false, reason: "decided" }
    decide(actor, workId, { state: "declined", reason })
    recordEvent(actor, "teacher.decline-work", work.teacherId, {
      after: { description: work.description, reason },
    })
    return { ok: true, work, reach: tellDecision(actor, { ...work, state: "declined", reason }) }
  })
}

function decide(actor: Actor, workId: string, to: Changes<typeof enteredWork>) {
  change(actor, enteredWork, workId, { ...to, decidedAt: now(), decidedBy: actor.memberId })
}

const columns = {
  id: enteredWork.id,
  teacherId: enteredWork.teacherId,
  teacherName: teachers.name,
  workedOn: enteredWork.workedOn,
  description: enteredWork.description,
  minutes: enteredWork.minutes,
  hourlyMinor: enteredWork.hourlyMinor,
  amountMinor: enteredWork.amountMinor,
  note: enteredWork.note,
  state: enteredWork.state,
  reason: enteredWork.reason,
}

const read = () =>
  select(columns).from(enteredWork).innerJoin(teachers, joined(teachers, enteredWork.teacherId))

const findWork = (actor: Actor, workId: string) =>
  read()
    .where(own(actor, enteredWork, workId))
    .get()

/** So many entries are listed at most; older ones are on the payslips. */
const mostListed = 100

/** What waits for the office, the oldest work first. */
export const listWaitingWork = (actor: Actor): EnteredWork[] =>
  read()
    .where(and(own(actor, enteredWork), eq(enteredWork.state, "asked")))
    .orderBy(asc(enteredWork.workedOn), asc(enteredWork.id))
    .limit(mostListed)
    .all()

export const countWaitingWork = (actor: Actor): number => countAsked.get(actor)?.n ?? 0

const countAsked = query(() => waitingWorkQuery())

/** Its number, of the school named `schoolId`: for a statement that reads it with more. */
export const waitingWorkQuery = () =>
  select({ n: count() })
    .from(enteredWork)
    .where(and(own(params().schoolId, enteredWork), eq(enteredWork.state, "asked")))

/** A teacher's own entries, the newest work first. */
export const listOwnWork = (actor: Actor, teacherId: string): EnteredWork[] =>
  read()
    .where(and(own(actor, enteredWork), eq(enteredWork.teacherId, teacherId)))
    .orderBy(desc(enteredWork.workedOn), desc(enteredWork.id))
    .limit(mostListed)
    .all()
