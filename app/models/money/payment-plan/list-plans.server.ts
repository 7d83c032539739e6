import { invoices } from "db/schema/money"
import { installments } from "db/schema/money-plans"
import { families } from "db/schema/people"
import { and, asc, sql } from "drizzle-orm"
import type { Actor } from "~/models/foundation/access/actor"
import { select } from "~/models/foundation/access/door.server"
import { joined, own } from "~/models/foundation/access/own.server"
import { tellApart } from "~/models/people/family/family-name.server"
import { todayOf } from "~/utils/clock.server"
import { groupBy } from "~/utils/group-by"
import { PER_PAGE } from "~/utils/page-number"
import { claimsOf, overdueOf } from "../installment/installment"
import { listInstallmentsOf } from "../installment/plans.server"
import { isOpen, openAmount } from "../payment/open-amount.server"
import type { PlanQuery } from "./plan-form"

// The plans that families pay by now: those with something left to pay.

/** A plan with a balance; minor units, dates `YYYY-MM-DD`. */
type StandingPlan = {
  planId: string
  familyId: string
  familyName: string
  familyChildren: string | null
  invoices: { id: string; number: string | null }[]
  /** How many of its installments are paid in full. */
  paid: number
  count: number
  nextOn: string
  nextMinor: number
  overdueMinor: number
  leftMinor: number
}

/**
 * A page of the plans with something left to pay, the next installment first; how many match, what is left of them and
 * what of it is overdue.
 */
export function listStandingPlans(actor: Actor, { state, search, page }: PlanQuery) {
  const all = tellApart(actor, readPlans(actor))
  const wanted = search?.trim().toLowerCase() ?? ""
  const found = all.filter(
    (plan) =>
      (state === undefined || plan.overdueMinor > 0 === (state === "overdue")) &&
      [plan.familyName, ...plan.invoices.map(({ number }) => number ?? "")].some((text) =>
        text.toLowerCase().includes(wanted),
      ),
  )
  return {
    rows: found.slice((page - 1) * PER_PAGE, page * PER_PAGE),
    total: found.length,
    leftMinor: found.reduce((sum, { leftMinor }) => sum + leftMinor, 0),
    overdueMinor: found.reduce((sum, { overdueMinor }) => sum + overdueMinor, 0),
  }
}

function readPlans(actor: Actor): Omit<StandingPlan, "familyChildren">[] {
  const day = todayOf(actor)
  const open = listOpenPlanned(actor)
  const agreed = listInstallmentsOf(
    actor,
    open.map(({ id }) => id),
  )
  const parts = open.flatMap((invoice) => {
    const rows = agreed.get(invoice.id) ?? []
    return rows[0] ? [{ ...invoice, rows, planId: rows[0].planId }] : []
  })
  const plans = [...groupBy(parts, ({ planId }) => planId)].flatMap(([planId, of]) => {
    const [first] = of
    const claims = of.flatMap((part) => claimsOf(part, part.rows))
    const nextOn = claims.map(({ dueOn }) => dueOn).sort()[0]
    if (!first || nextOn === undefined) return []
    const positions = new Set(of.flatMap(({ rows }) => rows.map(({ position }) => position)))
    const unpaid = new Set(claims.map(({ position }) => position))
    return {
      planId,
      familyId: first.familyId,
      familyName: first.familyName,
      invoices: of.map(({ id, number }) => ({ id, number })),
      paid: [...positions].filter((position) => !unpaid.has(position)).length,
      count: positions.size,
      nextOn,
      nextMinor: sumOf(claims.filter(({ dueOn }) => dueOn === nextOn)),
      overdueMinor: of.reduce((sum, part) => sum + overdueOf(part, part.rows, day), 0),
      leftMinor: sumOf(claims),
    }
  })
  return plans.sort(
    (a, b) => a.nextOn.localeCompare(b.nextOn) || a.familyName.localeCompare(b.familyName, "en"),
  )
}

const sumOf = (claims: readonly { openMinor: number }[]): number =>
  claims.reduce((sum, { openMinor }) => sum + openMinor, 0)

/** The invoices with standing installments and a balance, in the order in which a plan is filled. */
const listOpenPlanned = (actor: Actor) =>
  select({
    id: invoices.id,
    number: invoices.number,
    familyId: invoices.familyId,
    familyName: families.name,
    dueOn: invoices.dueOn,
    openMinor: openAmount,
  })
    .from(invoices)
    .innerJoin(families, joined(families, invoices.familyId))
    .where(
      and(
        own(actor, invoices),
        isOpen,
        sql`${invoices.id} in (select n.invoice_id from ${installments} n
          where n.school_id = ${actor.school.id} and n.ended_at is null)`,
      ),
    )
    .orderBy(asc(invoices.sequence))
    .all()
