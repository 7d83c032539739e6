import { transact } from "db/client.server"
import { schools } from "db/schema/accounts-schools"
import { subscriptions } from "db/schema/accounts-subscriptions"
import { deletedSchools } from "db/schema/platform"
import { and, eq, gt, isNotNull, isNull, lte, not } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { changeSchool, ownRows, platformAdd, select } from "~/models/foundation/access/door.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { queueJob } from "~/models/foundation/job/job.server"
import { mailTo, queueMail, wasMailed } from "~/models/foundation/outbox/outbox.server"
import type { AccessBefore } from "~/texts/accounts/school-deletion"
import { now } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { nextTurn } from "~/utils/in-turns"
import { log } from "~/utils/log.server"
import { sellsPlans } from "~/utils/sold-plans"
import { localDate } from "~/utils/zones"
import { fileCase, findClosing, settleCases } from "../subscription-case/subscription-case.server"
import { endAtProvider, type StillRunning, stillApprovable } from "./end-at-provider.server"
import { beginErasing, eraseNext } from "./erase-school.server"
import { isHeldFromDeletion } from "./legal-hold.server"
import { listOffice } from "./office.server"
import { readSubscriptionHistory } from "./subscription-history.server"

// Deletion of a school: requested by its administrator, carried out thirty days later, cancelable until then. Everyone in its office is
// told, reminded a week before, and told when it's done.

const dayMs = 24 * 3_600_000
const graceMs = 30 * dayMs
/** So long before it everyone is reminded. */
const remindedMs = 7 * dayMs
/** So long after its day a school waits for the provider before our staff are told, */
const waitedMs = dayMs
/** and so long after they closed the case until it's opened again. */
const closedMs = 7 * dayMs

/** When everything of the school is deleted (UTC ms); null while no one asked for it. */
export function findDeletion(actor: Actor): number | null {
  const row = select({ dueAt: schools.deletionDueAt })
    .from(schools)
    .where(eq(schools.id, actor.school.id))
    .get()
  return row?.dueAt ?? null
}

/** Has everything of the school deleted in thirty days; asked a second time, the first day stays. Answers the day. */
export function scheduleDeletion(actor: Actor): number {
  return transact(() => {
    const known = findDeletion(actor)
    if (known !== null) return known
    const dueAt = now() + graceMs
    setDeletion(actor, dueAt)
    recordEvent(actor, "school.schedule-deletion", actor.school.id, { after: { dueAt } })
    mailDeletion(actor, dueAt)
    return dueAt
  })
}

/** Keeps the school after all. */
export function undoDeletion(actor: Actor) {
  transact(() => {
    const known = findDeletion(actor)
    if (known === null) return
    setDeletion(actor, null)
    recordEvent(actor, "school.undo-deletion", actor.school.id, { before: { dueAt: known } })
    settleCases(actor, "not-ended", { how: "the deletion was canceled" })
    mailDeletion(actor, null)
  })
}

const setDeletion = (actor: Actor, deletionDueAt: number | null) => changeSchool(actor, { deletionDueAt })

/** Schools whose thirty days are over and that no legal hold keeps. For the job and the platform's staff. */
export const listSchoolsDue = (): { id: string; name: string }[] =>
  select({ id: schools.id, name: schools.name }).from(schools).where(isDue()).all()

const isDue = () =>
  and(
    isNotNull(schools.deletionDueAt),
    lte(schools.deletionDueAt, now()),
    isNull(schools.erasingSince),
    not(isHeldFromDeletion()),
  )

/** Reminds the offices of schools that are deleted within a week, once each. */
export async function remindOfDeletions(schoolOf: (schoolId: string) => Actor | undefined): Promise<void> {
  const soon = and(
    gt(schools.deletionDueAt, now()),
    lte(schools.deletionDueAt, now() + remindedMs),
    isNull(schools.erasingSince),
  )
  for (const { id } of select({ id: schools.id }).from(schools).where(soon).all()) {
    transact(() => {
      const actor = schoolOf(id)
      // While another school was looked at, this one may have been kept.
      const dueAt = actor && findDeletion(actor)
      if (actor && dueAt) mailDeletion(actor, dueAt, { since: dueAt - remindedMs })
    })
    await nextTurn()
  }
}

/**
 * Closes the schools whose thirty days are over: no one gets in from here on, and a job erases their rows. A stub without a
 * name stays, with what each paid for when. What a school would go on paying for is ended first; one for which that can't be
 * done just now is closed with a later round, and our staff are told of one that waits for more than a day.
 */
export async function closeDueSchools(schoolOf: (schoolId: string) => Actor | undefined): Promise<void> {
  for (const { id } of listSchoolsDue()) {
    try {
      // While another school was closed, this one may have been kept.
      const actor = isStillDue(id) ? schoolOf(id) : undefined
      if (actor) {
        const ended = await endAtProvider(actor, () => isStillDue(id))
        if (ended.ok) closeSchool(id, schoolOf)
        else transact(() => tellWaiting(actor, ended.running))
      }
    } catch (error) {
      log.error({ err: error, school: id }, "a school that is due wasn't closed")
    }
    await nextTurn()
  }
}

/** Files a case about a school that waits for the provider. In the caller's transaction. */
function tellWaiting(actor: Actor, running: StillRunning[]) {
  const first = running.find(({ reported }) => reported !== stillApprovable)
  const dueAt = findDeletion(actor)
  if (!first || dueAt === null || now() < dueAt + waitedMs || !isStillDue(actor.school.id)) return
  if ((findClosing(actor, "not-ended", "") ?? 0) > now() - closedMs) return
  fileCase(actor, "not-ended", first)
}

/**
 * Erases the next rows of a school that was closed, in one short transaction: cut off, the next one goes on with it. False
 * when no school is left.
 */
export function eraseNextClosed(): boolean {
  const closed = select({ id: schools.id })
    .from(schools)
    .where(and(isNotNull(schools.deletionDueAt), isNotNull(schools.erasingSince)))
    .limit(1)
    .get()
  if (closed) eraseNext(closed.id)
  return closed !== undefined
}

const isStillDue = (id: string): boolean =>
  select({ id: schools.id })
    .from(schools)
    .where(and(eq(schools.id, id), isDue()))
    .get() !== undefined

function closeSchool(id: string, schoolOf: (schoolId: string) => Actor | undefined) {
  transact(() => {
    const school = select({
      kind: schools.kind,
      registeredAt: schools.createdAt,
      activatedAt: subscriptions.activatedAt,
    })
      .from(schools)
      .leftJoin(subscriptions, eq(subscriptions.schoolId, schools.id))
      .where(and(eq(schools.id, id), isDue()))
      .get()
    const actor = schoolOf(id)
    if (!school || !actor) return
    platformAdd(deletedSchools, {
      id,
      ...school,
      history: JSON.stringify(readSubscriptionHistory(actor)),
      deletedAt: now(),
    })
    for (const { name, email } of listOffice(actor))
      queueMail({
        template: "school-deletion",
        // What is the school's own is erased with it.
        schoolId: null,
        recipient: email,
        data: {
          schoolName: actor.school.name,
          recipientName: name,
          changedBy: "",
          dueOn: null,
          isDone: true,
        },
      })
    beginErasing(id)
    queueJob({ kind: "erase-schools" })
  })
}

/**
 * Tells everyone who runs the school that it is to be deleted (UTC ms), or is kept after all (null); as a reminder (`since`, UTC ms) those
 * who weren't told since then.
 */
function mailDeletion(actor: Actor, dueAt: number | null, { since }: { since?: number } = {}) {
  const schoolId = actor.school.id
  const isScheduled = since === undefined
  for (const { name, email } of listOffice(actor)) {
    if (!isScheduled && wasMailed(email, "school-deletion", since, { schoolId })) continue
    mailTo(actor, { email, name }, "school-deletion", {
      changedBy: isScheduled ? actor.name : "",
      dueOn: dueAt === null ? null : dayOf(actor, dueAt),
      ...(dueAt === null ? {} : accessBefore(actor, dueAt, isScheduled)),
    })
  }
}

const dayOf = (actor: Actor, at: number) =>
  formatDate(localDate(at, actor.school.timeZone), "full", actor.school)

/** How open the school is before it is deleted: as of the moment in which that is scheduled, or later. */
export function accessBefore(actor: Actor, dueAt: number, isScheduled: boolean): AccessBefore {
  const plan = ownRows(actor, subscriptions).get()
  if (plan && plan.heldAt !== null) return { closed: "held" }
  if (!plan || !sellsPlans()) return {}
  // Whoever schedules the deletion has ended the renewal just now.
  const isEnding = isScheduled && plan.providerSubscriptionId !== null
  if (plan.status === "active" && plan.graceUntil === null && !isEnding) return {}
  const isOver = plan.status === "pending" || plan.status === "expired"
  const paidUntil = isOver ? 0 : Math.max(plan.paidUntil ?? 0, plan.graceUntil ?? 0)
  const openUntil = Math.max(paidUntil, plan.extendedUntil ?? 0)
  if (openUntil >= dueAt) return {}
  if (openUntil > now()) return { worksUntil: dayOf(actor, openUntil) }
  return {
    closed: "paused",
    ...(plan.paidUntil === null ? {} : { worksUntil: dayOf(actor, Math.min(plan.paidUntil, now())) }),
  }
}
