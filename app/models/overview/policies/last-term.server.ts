import { marks } from "db/schema/attendance"
import { charges, invoices } from "db/schema/money"
import { allocations, payments } from "db/schema/money-payments"
import { installments } from "db/schema/money-plans"
import { classes, enrollments } from "db/schema/teaching"
import { seats, sessions } from "db/schema/teaching-sessions"
import { and, asc, between, count, eq, inArray, isNull, ne, notExists, sql, sum } from "drizzle-orm"
import type { MarkCode } from "~/models/accounts/outcome/outcome"
import type { OutcomesForm } from "~/models/accounts/outcome/outcome-form"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { periodIn } from "~/models/foundation/term/period"
import { listTerms } from "~/models/foundation/term/term.server"
import { type LateFeeRule, lateFeeOf, stepDay } from "~/models/money/late-fee/late-fee"
import { billingOnDay, isFreeTrial, priceOnDay } from "~/models/teaching/price/agreed-on.server"
import { findTrialPrice } from "~/models/teaching/price/price.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { percentOf } from "~/utils/money"
import { localDate } from "~/utils/zones"
import type { LastTerm, TriedRule } from "./last-term"

// What the last term would have come to under a rule that is typed in its form. Only what is recorded is read, nothing is written.

export type Term = Omit<LastTerm, "rows">

/** The last term that is over, or the one that is running, up to today; a half of the year where none is recorded. */
export function lastTermOf(actor: Actor): Term {
  const day = todayOf(actor)
  const terms = listTerms(actor)
  const { startsOn, endsOn } = terms.filter((each) => each.endsOn < day).at(-1) ?? periodIn(terms, day)
  const isOver = endsOn < day
  return { startsOn, endsOn: isOver ? endsOn : day, isOver }
}

/**
 * Lessons of the term by status, with what they came to and what they would have: minor units, before discounts and tax. Packages
 * and monthly fees aren't in it, nor lessons whose class had no price.
 */
export function tryOutcomes(actor: Actor, term: Term, rules: Partial<OutcomesForm>): TriedRule[] {
  const codes = Object.keys(rules) as MarkCode[]
  const rows = readMarks(actor, term, codes)
  return codes.map((code) => {
    const rule = rules[code]
    const those = rows.filter((row) => row.code === code)
    const total = (each: (row: (typeof those)[number]) => number) =>
      those.reduce((all, row) => all + each(row) * row.lessons, 0)
    return {
      of: code,
      count: total(() => 1),
      wasMinor: total(({ priceMinor, chargedPercent }) => percentOf(priceMinor ?? 0, chargedPercent)),
      wouldMinor: total(({ priceMinor }) => percentOf(priceMinor ?? 0, rule?.chargedPercent ?? 0)),
      credits: {
        was: total(({ issuesCredit }) => Number(issuesCredit)),
        would: rule?.issuesCredit ? total(({ isEnrolled }) => Number(isEnrolled)) : 0,
      },
    }
  })
}

/** Lessons of classes of the kind trial in the term, at the class price and free; minor units before discounts and tax. */
export function tryTrialPrice(actor: Actor, term: Term, price: "free" | "class"): TriedRule[] {
  const rows = readMarks(actor, term)
  const full = rows.reduce(
    (all, { priceMinor, chargedPercent, lessons }) =>
      all + percentOf(priceMinor ?? 0, chargedPercent) * lessons,
    0,
  )
  const cost = (rule: "free" | "class") => (rule === "free" ? 0 : full)
  const lessons = rows.reduce((all, row) => all + row.lessons, 0)
  return [{ of: "trials", count: lessons, wasMinor: cost(findTrialPrice(actor)), wouldMinor: cost(price) }]
}

/** Marks in force by what decides their money: those of some statuses, or of classes of the kind trial. */
const readMarks = (actor: Actor, { startsOn, endsOn }: Term, codes?: readonly MarkCode[]) => {
  const priceMinor = sql<number | null>`case when ${billingOnDay} = 'per_session' then ${priceOnDay} end`
  const isEnrolled = sql<number>`${seats.kind} = 'enrolled'`
  const { code, chargedPercent, issuesCredit } = marks
  return select({
    code,
    chargedPercent,
    issuesCredit,
    isEnrolled: isEnrolled.mapWith(Boolean),
    priceMinor: priceMinor.as("price_that_day"),
    lessons: count(),
  })
    .from(sessions)
    .innerJoin(classes, joined(classes, sessions.classId))
    .innerJoin(seats, joined(sessions, seats.sessionId))
    .innerJoin(marks, joined(seats, marks.seatId))
    .leftJoin(enrollments, joined(enrollments, seats.enrollmentId))
    .where(
      and(
        own(actor, sessions),
        between(sessions.localDate, startsOn, endsOn),
        isNull(marks.supersededAt),
        isNull(marks.statusId),
        inArray(seats.kind, ["enrolled", "visitor"]),
        codes ? and(inArray(code, [...codes]), sql`not ${isFreeTrial}`) : eq(classes.kind, "trial"),
      ),
    )
    .groupBy(code, chargedPercent, issuesCredit, isEnrolled, sql`price_that_day`)
    .all()
}

/**
 * Late fees of invoices that were due in the term, up to today: those charged and those that the rule would have. Payments count on the
 * day they were received. Invoices paid in installments aren't in it; extensions that families were given aren't known of a past day.
 */
export function tryLateFee(actor: Actor, term: Term, rule: LateFeeRule): TriedRule[] {
  const day = todayOf(actor)
  const due = listDue(actor, term)
  const settled = groupBy(listSettled(actor, term), ({ invoiceId }) => invoiceId)
  const families = new Set<string>()
  let [fees, wouldMinor] = [0, 0]
  for (const { id, familyId, dueOn, totalMinor } of due) {
    let [step, charged] = [0, 0]
    for (let on = stepDay(rule, dueOn, 0); on && on <= day; on = stepDay(rule, dueOn, step)) {
      const paid = (settled.get(id) ?? []).filter((each) => each.on < on)
      const openMinor = totalMinor - paid.reduce((all, { amountMinor }) => all + amountMinor, 0)
      const fee = openMinor > 0 ? lateFeeOf(rule, openMinor, charged) : 0
      if (fee === 0) break
      charged += fee
      fees += 1
      step += 1
    }
    if (charged > 0) families.add(familyId)
    wouldMinor += charged
  }
  return [
    { of: "late-fees", count: fees, families: families.size, wasMinor: readCharged(actor, term), wouldMinor },
  ]
}

const dueIn = (actor: Actor, { startsOn, endsOn }: Term) =>
  and(
    own(actor, invoices),
    between(invoices.dueOn, startsOn, endsOn),
    eq(invoices.state, "issued"),
    notExists(
      select({ id: installments.id }).from(installments).where(joined(invoices, installments.invoiceId)),
    ),
  )

const listDue = (actor: Actor, term: Term) =>
  select({
    id: invoices.id,
    familyId: invoices.familyId,
    dueOn: sql<string>`${invoices.dueOn}`,
    totalMinor: invoices.totalMinor,
  })
    .from(invoices)
    .where(dueIn(actor, term))
    .orderBy(asc(invoices.dueOn), asc(invoices.id))
    .all()

/** What settled those invoices, by day: a payment's own, or that of the entry. */
const listSettled = (actor: Actor, term: Term) =>
  select({
    invoiceId: allocations.invoiceId,
    amountMinor: allocations.amountMinor,
    at: allocations.createdAt,
    receivedOn: payments.receivedOn,
  })
    .from(invoices)
    .innerJoin(allocations, joined(invoices, allocations.invoiceId))
    .leftJoin(payments, joined(payments, allocations.paymentId))
    .where(dueIn(actor, term))
    .all()
    .map(({ invoiceId, amountMinor, at, receivedOn }) => ({
      invoiceId,
      amountMinor,
      on: amountMinor > 0 && receivedOn ? receivedOn : localDate(at, actor.school.timeZone),
    }))

const readCharged = (actor: Actor, term: Term): number =>
  Number(
    select({ total: sum(charges.amountMinor) })
      .from(invoices)
      .innerJoin(charges, joined(invoices, charges.lateInvoiceId))
      .where(and(dueIn(actor, term), isNull(charges.withdrawnAt), ne(charges.amountMinor, 0)))
      .get()?.total ?? 0,
  )
