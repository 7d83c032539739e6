import type { Actor } from "~/models/foundation/access/actor"
import { listGuestFees, listPayableFamilies } from "~/models/money/event-fee/event-fee.server"
import type { PortalStudent } from "~/models/people/family-access/portal"
import {
  findFamilyOccasion,
  listFees,
  listInvitedLines,
  listOccasions,
  noFee,
  type Occasion,
} from "~/models/teaching/occasion/find-occasion.server"
import { whenText } from "~/models/teaching/occasion/occasion"
import { listAnswers, listUnanswered } from "~/models/teaching/occasion/occasion-guests.server"
import { periodOf } from "~/models/teaching/session/schedule-period"
import { now } from "~/utils/clock.server"
import { addDays } from "~/utils/dates"
import { groupBy } from "~/utils/group-by"
import { listedDays } from "./family-schedule.server"

// The events of a family's students: published ones only, with what was answered for each of them.

const mostListed = 50

/** Events to come, the next one first. */
export function listFamilyOccasions(actor: Actor, children: readonly PortalStudent[]) {
  const { rows } = listOccasions(actor, { studentIds: children.map(({ id }) => id) })
  return withAnswers(actor, children, rows.slice(0, mostListed))
}

/** One event of theirs; undefined when none of them is invited, or families don't see it yet. */
export function findOwnOccasion(actor: Actor, children: readonly PortalStudent[], occasionId: string) {
  const found = findFamilyOccasion(
    actor,
    children.map(({ id }) => id),
    occasionId,
  )
  return found && withAnswers(actor, children, [found])[0]
}

/** Those of a list of four weeks, or of a month in whole weeks, as a schedule lists them. */
export function listFamilyLines(
  actor: Actor,
  children: readonly PortalStudent[],
  { date, isMonth }: { date: string; isMonth: boolean },
) {
  const month = {
    view: "month",
    date,
    by: "teacher",
    teacherId: undefined,
    roomId: undefined,
    page: 1,
  } as const
  const days = isMonth ? periodOf(month, actor.school.weekStart) : [date, addDays(date, listedDays - 1)]
  return listInvitedLines(
    actor,
    days[0] ?? date,
    days.at(-1) ?? date,
    children.map(({ id }) => id),
  )
}

/** Events to come that wait for an answer for one of these students, the next one first. */
export function listToAnswer(actor: Actor, children: readonly PortalStudent[]) {
  const studentIds = children.filter(({ as }) => as !== "child").map(({ id }) => id)
  return listUnanswered(actor, studentIds).map(({ id, title, ...when }) => ({
    id,
    title,
    when: whenText(when),
  }))
}

function withAnswers(actor: Actor, children: readonly PortalStudent[], rows: readonly Occasion[]) {
  const answers = groupBy(
    listAnswers(
      actor,
      rows.map(({ id }) => id),
      children.map(({ id }) => id),
    ),
    ({ occasionId }) => occasionId,
  )
  const ids = rows.map(({ id }) => id)
  const fees = listFees(actor, ids)
  const charged = listGuestFees(
    actor,
    ids,
    children.map(({ id }) => id),
  )
  const isPaidSo = [...fees.values()].some(({ paysWithAnswer }) => paysWithAnswer)
  const payable = isPaidSo ? listPayableFamilies(actor) : []
  return rows.map((row) => {
    const { id, kind, title, localDate, startTime, endTime, where, note, state, cancelReason, teacherName } =
      row
    const isOpen = state === "published" && row.startsAt > now()
    const fee = fees.get(id) ?? noFee
    const hasFee = Boolean(fee.feeMinor || fee.guestFeeMinor)
    return {
      id,
      kind,
      title,
      localDate,
      startTime,
      endTime,
      where,
      note,
      feeMinor: fee.feeMinor,
      guestFeeMinor: fee.guestFeeMinor,
      feeUntil: fee.feeUntil,
      addedTax: fee.addedTax,
      state,
      cancelReason,
      teacherName,
      children: (answers.get(id) ?? []).flatMap(({ studentId, answer, companions, isEntered, ...result }) => {
        const child = children.find((each) => each.id === studentId)
        const mayAnswer = isOpen && child?.as !== "child"
        const own = charged.flatMap(({ occasionId, amountMinor, state, ...each }) =>
          occasionId === id && each.studentId === studentId ? [{ amountMinor, state }] : [],
        )
        const isToPay =
          own.length === 0 ? hasFee : own.some((each) => ["to-invoice", "due"].includes(each.state))
        return child
          ? [
              {
                id: studentId,
                firstName: child.firstName,
                answer,
                companions,
                isEntered,
                mayAnswer,
                adultAnswers: isOpen && !mayAnswer && answer === null,
                mayPay: mayAnswer && fee.paysWithAnswer && isToPay && payable.includes(child.familyId),
                fees: own,
                result:
                  result.releasedAt === null
                    ? null
                    : [result.grade, result.outcome].filter(Boolean).join(", "),
                resultNote: result.releasedAt === null ? null : result.note,
              },
            ]
          : []
      }),
    }
  })
}
