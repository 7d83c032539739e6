import { sqlite } from "db/client.server"
import { planIntervals, planKeys } from "db/schema/choices"
import type { SuperActor } from "~/models/foundation/access/actor"
import { now } from "~/utils/clock.server"
import { gapsOf, type Move, monthlyOf, movesOf, type Step, withDiscountEnds } from "./revenue"

// The history of every school's subscription, read from the schools' own logs. It goes through the schools, so that each
// reads its few entries by index.

type Row = { schoolId: string; at: number; after: string }
type Current = {
  discountMinor: number
  discountUntil: number | null
  schoolId: string
  name: string
  status: string
  plan: string | null
  interval: string | null
  activatedAt: number | null
  updatedAt: number
  createdAt: number
}

/** A school with what its subscription did. */
export type SchoolRevenue = {
  id: string
  name: string
  moves: Move[]
  gaps: { from: number; to: number }[]
  /** When it first paid; null when it never did. */
  firstPaidAt: number | null
}

/** Every school there is with the changes of its revenue, oldest first. Of deleted schools nothing is left to count. */
export function listRevenue(_staff: SuperActor): SchoolRevenue[] {
  const rows = sqlite()
    .prepare(
      `select e.school_id as schoolId, e.created_at as at, e.after as after
       from schools s cross join events e on e.school_id = s.id and e.noun = 'subscription'
       where e.after like '%"status"%' order by e.created_at, e.id`,
    )
    .all() as Row[]
  const current = sqlite()
    .prepare(
      `select s.id as schoolId, s.name as name, b.status as status, b.plan as plan, b.interval as interval,
         b.discount_minor as discountMinor, b.discount_until as discountUntil, b.activated_at as activatedAt, b.updated_at as updatedAt, b.created_at as createdAt
       from schools s join subscriptions b on b.school_id = s.id`,
    )
    .all() as Current[]
  const stepsOf = new Map<string, Step[]>()
  for (const row of rows) {
    const steps = stepsOf.get(row.schoolId) ?? []
    const step = readStep(row, steps.at(-1))
    if (step) steps.push(step)
    stepsOf.set(row.schoolId, steps)
  }
  return current.map((row) => {
    const steps = upToDate(withDiscountEnds(stepsOf.get(row.schoolId) ?? [], now()), row)
    const moves = movesOf(steps)
    return {
      id: row.schoolId,
      name: row.name,
      moves,
      gaps: gapsOf(steps),
      firstPaidAt: moves[0]?.at ?? row.activatedAt,
    }
  })
}

const known = <Value extends string>(values: readonly Value[], text: unknown): Value | null =>
  values.find((value) => value === text) ?? null

/** An entry as a step; one that doesn't name the plan goes on with the one before. */
function readStep({ at, after }: Row, before: Step | undefined): Step | undefined {
  const facts = JSON.parse(after) as Record<string, unknown>
  if (typeof facts.status !== "string") return undefined
  const plan = known(planKeys, facts.plan) ?? before?.plan ?? null
  const interval = known(planIntervals, facts.interval) ?? before?.interval ?? null
  return { at, status: facts.status, plan, interval, discount: discountOf(facts, { plan, interval }, before) }
}

/** What an entry says of a discount; one that says nothing goes on with the one before, as long as the plan is the same. */
function discountOf(
  { discountMinor, discountUntil }: Record<string, unknown>,
  { plan, interval }: Pick<Step, "plan" | "interval">,
  before: Step | undefined,
): Step["discount"] {
  if (typeof discountMinor === "number")
    return typeof discountUntil === "number" ? { amountMinor: discountMinor, until: discountUntil } : null
  const isSame = before?.plan === plan && before.interval === interval
  return isSame ? (before.discount ?? null) : null
}

/** What the row says now counts, also when no entry of the log led there. */
function upToDate(steps: Step[], row: Current): Step[] {
  const current = {
    status: row.status,
    plan: known(planKeys, row.plan),
    interval: known(planIntervals, row.interval),
    discount:
      row.discountUntil !== null && row.discountUntil > now()
        ? { amountMinor: row.discountMinor, until: row.discountUntil }
        : null,
  }
  const last = steps.at(-1)
  if (monthlyOf(current) === (last ? monthlyOf(last) : 0)) return steps
  // A subscription without a history began when it was activated.
  const at = last ? Math.max(last.at, row.updatedAt) : (row.activatedAt ?? row.createdAt)
  return [...steps, { at, ...current }]
}
