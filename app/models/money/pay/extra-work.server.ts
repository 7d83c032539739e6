import { transact } from "db/client.server"
import { expenses } from "db/schema/money-expenses"
import { extraWork } from "db/schema/money-pay"
import { and, between, desc, eq, isNull } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  find,
  ownRows,
  type Params,
  query,
  select,
} from "~/models/foundation/access/door.server"
import { columns } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { findTeacher } from "~/models/people/teacher/teacher.server"
import { now } from "~/utils/clock.server"
import type { Result } from "~/utils/result"
import { madeByForm, rememberForm } from "../sent-form/sent-form.server"
import type { PayPeriod } from "./pay-period"

// What a teacher is paid for outside of lessons. It is paid once; removed after its payslip, it is taken back in the next.

export type NewWork = {
  workedOn: string
  description: string
  minutes: number | null
  hourlyMinor: number | null
  amountMinor: number
  formKey: string
}

/** Adds work; the same form adds it once, and refuses to say something else of it later. */
export function addExtraWork(
  actor: Actor,
  teacherId: string,
  { formKey, ...work }: NewWork,
): Result<void, "no-teacher" | "sent-before"> {
  return transact(() => {
    const made = madeByForm(actor, formKey)
    if (made)
      return isSame(actor, made, teacherId, work) ? { ok: true } : { ok: false, reason: "sent-before" }
    const workId = writeExtraWork(actor, teacherId, work)
    if (workId === undefined) return { ok: false, reason: "no-teacher" }
    rememberForm(actor, formKey, workId)
    return { ok: true }
  })
}

/** Writes work down, in the caller's transaction. Undefined for someone who isn't a teacher of the school. */
export function writeExtraWork(
  actor: Actor,
  teacherId: string,
  work: Omit<NewWork, "formKey">,
): string | undefined {
  if (!findTeacher(actor, teacherId)) return undefined
  const id = add(actor, extraWork, { teacherId, ...work, addedBy: actor.memberId })
  const { description, workedOn, amountMinor } = work
  recordEvent(actor, "teacher.add-extra-work", teacherId, { after: { description, workedOn, amountMinor } })
  return id
}

/** Whether the work that a form added is what it says now. */
function isSame(actor: Actor, workId: string, teacherId: string, said: Omit<NewWork, "formKey">): boolean {
  const work = find(actor, extraWork, workId)
  return (
    work?.teacherId === teacherId &&
    work.workedOn === said.workedOn &&
    work.description === said.description &&
    work.minutes === said.minutes &&
    work.hourlyMinor === said.hourlyMinor &&
    work.amountMinor === said.amountMinor
  )
}

/** Removes work; an expense that it paid back can be paid back to someone else. Removed a second time it is gone already. */
export function removeExtraWork(
  actor: Actor,
  teacherId: string,
  workId: string,
): Result<{ description: string }, "no-work"> {
  return transact(() => {
    const work = ownRows(actor, extraWork, ["description", "workedOn", "amountMinor"])
      .where(and(eq(extraWork.id, workId), eq(extraWork.teacherId, teacherId), isNull(extraWork.removedAt)))
      .get()
    if (!work) return { ok: false, reason: "no-work" }
    change(actor, extraWork, workId, { removedAt: now() })
    change(actor, expenses, eq(expenses.extraWorkId, workId), { extraWorkId: null })
    recordEvent(actor, "teacher.remove-extra-work", teacherId, {
      before: work,
      after: { description: work.description },
    })
    return { ok: true, description: work.description }
  })
}

/** A teacher's extra work dated in a period, the newest first. */
export const listExtraWork = (actor: Actor, teacherId: string, { from, to }: PayPeriod) =>
  extraWorkQuery.all(actor, { teacherId, from, to })

const extraWorkQuery = query((p: Params<{ teacherId: string; from: string; to: string }>, own) =>
  select(columns(extraWork, "id", "workedOn", "description", "amountMinor"))
    .from(extraWork)
    .where(
      and(
        own(extraWork),
        eq(extraWork.teacherId, p.teacherId),
        between(extraWork.workedOn, p.from, p.to),
        isNull(extraWork.removedAt),
      ),
    )
    .orderBy(desc(extraWork.workedOn), desc(extraWork.id)),
)
