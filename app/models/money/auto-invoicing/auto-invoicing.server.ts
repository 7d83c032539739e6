import { transact } from "db/client.server"
import { autoInvoicing, autoRunRefusals, autoRuns, invoicingHolds } from "db/schema/money-auto-invoicing"
import { families, students } from "db/schema/people"
import { and, desc, eq, inArray, isNull, lte } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import {
  add,
  change,
  changeRow,
  find,
  hasRow,
  ownRows,
  remove,
  select,
} from "~/models/foundation/access/door.server"
import { among, joined, own } from "~/models/foundation/access/own.server"
import { recordEvent } from "~/models/foundation/audit/audit.server"
import { keepReads } from "~/models/foundation/background-read/keep-reads.server"
import { schoolWork } from "~/models/foundation/background-read/school-read.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { hasManyStudents } from "~/models/people/student/list-students.server"
import { now, todayOf } from "~/utils/clock.server"
import { addDays, monthBounds, monthOf } from "~/utils/dates"
import type { Result } from "~/utils/result"
import { listComingFees } from "../charge/charge-month.server"
import { hasManyUnbilled, unbilledPeriod } from "../charge/unbilled.server"
import type { BatchFamily } from "../invoice/invoice-batch"
import { offerBatch } from "../invoice/invoice-batch.server"
import { listExpectedHires } from "../rental/settle-rental.server"
import type { AutoForm } from "./auto-form"
import { type AutoRule, billsTo, nextRun } from "./auto-invoicing"

// A school may have its invoices made by themselves once a month. The run is announced to the office the day before, with
// what it would send; a family can be held back, and a run be skipped.

export type AutoRun = typeof autoRuns.$inferSelect

/** The school's rule; off, on the 1st, until someone sets it. */
export function findAutoRule(actor: Actor): AutoRule {
  const rule = ownRows(actor, autoInvoicing, ["isOn", "dayOfMonth", "period", "startsOn"]).get()
  return rule ?? { isOn: false, dayOfMonth: 1, period: "past", startsOn: todayOf(actor) }
}

/** Sets the rule from tomorrow on: a day of this month that has passed waits for the next. A run that is announced is taken back. */
export function changeAutoRule(actor: Actor, form: AutoForm) {
  transact(() => {
    const before = findAutoRule(actor)
    const after = { ...form, startsOn: addDays(todayOf(actor), 1) }
    remove(actor, autoInvoicing, own(actor, autoInvoicing))
    add(actor, autoInvoicing, after)
    remove(actor, autoRuns, eq(autoRuns.state, "announced"))
    recordEvent(actor, "school.change-auto-invoicing", actor.school.id, { before, after })
  })
}

/** The run that comes next or is under way, if the rule is on: its day, the last day it bills, and whether it is announced. */
export function findNextRun(actor: Actor) {
  const standing = ownRows(actor, autoRuns)
    .where(inArray(autoRuns.state, ["announced", "running"]))
    .orderBy(desc(autoRuns.runOn))
    .limit(1)
    .get()
  if (standing) {
    const { id, runOn, billsTo: to, state } = standing
    return { id, runOn, billsTo: to, state }
  }
  const rule = findAutoRule(actor)
  if (!rule.isOn) return undefined
  const [last] = listRuns(actor, 1)
  const day = todayOf(actor)
  // A month has one run.
  const isOver = last !== undefined && last.month >= monthOf(day)
  const runOn = nextRun(rule, isOver ? addDays(monthBounds(last.month).last, 1) : day)
  return { id: null, runOn, billsTo: billsTo(rule.period, runOn), state: "planned" as const }
}

/** Whether a run whose day has come hasn't begun. */
export const isRunDue = (actor: Actor): boolean =>
  hasRow(actor, autoRuns, and(eq(autoRuns.state, "announced"), lte(autoRuns.runOn, todayOf(actor))))

/** The runs there were, newest first. */
export const listRuns = (actor: Actor, most: number): AutoRun[] =>
  ownRows(actor, autoRuns).orderBy(desc(autoRuns.runOn)).limit(most).all()

/** Whom a run could not invoice, and why. */
export const listRunRefusals = (actor: Actor, runId: string) =>
  tellApart(
    actor,
    select({
      familyId: autoRunRefusals.familyId,
      familyName: families.name,
      reason: autoRunRefusals.reason,
    })
      .from(autoRunRefusals)
      .innerJoin(families, joined(families, autoRunRefusals.familyId))
      .where(and(own(actor, autoRunRefusals), eq(autoRunRefusals.runId, runId)))
      .all(),
  )

/** The run that would come first if the rule, as it was saved, were turned on today: its day and the last day it bills. */
export function findFirstRun(actor: Actor): { runOn: string; billsTo: string } {
  const day = todayOf(actor)
  const rule = findAutoRule(actor)
  const runOn = nextRun({ ...rule, startsOn: addDays(day, 1) }, day)
  return { runOn, billsTo: billsTo(rule.period, runOn) }
}

/** Leaves out an announced run; the next month's comes as usual. */
export function skipRun(actor: Actor, runId: string): Result<{ runOn: string }, "not-announced"> {
  return transact(() => {
    const run = changeRow(actor, autoRuns, and(eq(autoRuns.id, runId), eq(autoRuns.state, "announced")), {
      state: "skipped",
      finishedAt: now(),
    })
    if (!run) return { ok: false, reason: "not-announced" }
    recordEvent(actor, "school.skip-auto-run", actor.school.id, { after: { runOn: run.runOn } })
    return { ok: true, runOn: run.runOn }
  })
}

/** The families held back, with the reason. */
export function listHolds(actor: Actor): Map<string, string> {
  const holds = ownRows(actor, invoicingHolds, ["familyId", "reason"])
    .where(isNull(invoicingHolds.endedAt))
    .all()
  return new Map(holds.map(({ familyId, reason }) => [familyId, reason]))
}

/** Holds a family back from the automatic invoices until it is released. */
export function holdFamily(
  actor: Actor,
  { family: familyId, reason }: { family: string; reason: string },
): Result<{ name: string }, "no-family"> {
  return transact(() => {
    const family = ownRows(actor, families)
      .where(and(eq(families.id, familyId), isNull(families.mergedInto)))
      .get()
    if (!family) return { ok: false, reason: "no-family" }
    endHold(actor, familyId)
    add(actor, invoicingHolds, { familyId, reason, heldBy: actor.memberId })
    recordEvent(actor, "family.hold-invoices", familyId, { after: { reason } })
    return { ok: true, name: family.name }
  })
}

/** Lets the automatic invoices include a family again. */
export function releaseFamily(actor: Actor, familyId: string): Result<{ name: string }, "no-family"> {
  return transact(() => {
    const family = find(actor, families, familyId)
    if (!family) return { ok: false, reason: "no-family" }
    if (endHold(actor, familyId) > 0) recordEvent(actor, "family.release-invoices", familyId)
    return { ok: true, name: family.name }
  })
}

const endHold = (actor: Actor, familyId: string): number =>
  change(actor, invoicingHolds, and(eq(invoicingHolds.familyId, familyId), isNull(invoicingHolds.endedAt)), {
    endedAt: now(),
  })

export type DryFamily = BatchFamily & { hold: string | null }

/** What a run would issue now: each family with its amount, and what keeps it from getting an invoice. */
export function dryRun(actor: Actor, to: string): DryFamily[] {
  const from = unbilledPeriod(actor, { to })?.from
  if (!from) return []
  const holds = listHolds(actor)
  return offerBatch(actor, { from, to }).map((family) => ({
    ...family,
    hold: holds.get(family.familyId) ?? null,
  }))
}

/**
 * The same for a screen. It looks at every family with something to bill: once a day between two writes of these, and in the background where
 * they are many.
 */
export const dryRunInBackground = (actor: Actor, to: string): Promise<readonly DryFamily[]> =>
  keepDryRun([actor.school.id, to, todayOf(actor)], {
    work: schoolWork(actor, "dry-run", dryRun, to),
    isLong: hasManyUnbilled(actor),
  })

const keepDryRun = keepReads<readonly DryFamily[]>(20)

/**
 * What a run bills of a month that hasn't begun, so that its fees and rentals aren't charged yet: about how much, in minor units,
 * and for how many families. Null where it bills none.
 */
export function findComingMonth(actor: Actor, to: string) {
  const month = monthOf(to)
  if (month <= monthOf(todayOf(actor))) return null
  const bills = [...listComingFees(actor, month), ...listExpectedHires(actor, month)]
  const ids = bills.map(({ studentId }) => studentId)
  const theirs = ownRows(actor, students, ["id", "familyId"]).where(among(students.id, ids)).all()
  const familyOf = new Map(theirs.map(({ id, familyId }) => [id, familyId]))
  const holds = listHolds(actor)
  const billed = bills.filter(({ studentId }) => !holds.has(familyOf.get(studentId) ?? ""))
  if (billed.length === 0) return null
  return {
    month,
    families: new Set(billed.map(({ studentId }) => familyOf.get(studentId))).size,
    amountMinor: billed.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
  }
}

/** The same, in the background where the school has many students. */
export const comingMonthInBackground = (
  actor: Actor,
  to: string,
): Promise<ReturnType<typeof findComingMonth>> =>
  keepComing([actor.school.id, to, todayOf(actor)], {
    work: schoolWork(actor, "coming-month", findComingMonth, to),
    isLong: hasManyStudents(actor),
  })

const keepComing = keepReads<ReturnType<typeof findComingMonth>>(20)

/** The count and sum of what would be issued, and how many families are left out. */
export function sumDryRun(families: readonly DryFamily[]) {
  const billed = families.filter(({ problem, hold }) => problem === null && hold === null)
  return {
    invoices: billed.reduce((sum, { invoices }) => sum + invoices, 0),
    amountMinor: billed.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    ordinary: billed.flatMap(({ ordinary }) => ordinary),
    held: families.filter(({ hold }) => hold !== null).length,
    problems: families.filter(({ problem, hold }) => problem !== null && hold === null).length,
  }
}
