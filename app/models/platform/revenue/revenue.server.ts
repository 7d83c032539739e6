import { planIntervals, planKeys } from "db/schema/choices"
import { deletedSchools } from "db/schema/platform"
import { sql } from "drizzle-orm"
import { priceMinorOf } from "~/models/accounts/plan/plan-price.server"
import type { SubscriptionHistory } from "~/models/accounts/school/subscription-history.server"
import type { SuperActor } from "~/models/foundation/access/actor"
import { askAll, select } from "~/models/foundation/access/door.server"
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

/** Every school there is with the changes of its revenue, oldest first; deleted ones too, without their names. */
export function listRevenue(_staff: SuperActor): SchoolRevenue[] {
  const rows = askAll<Row>(sql`select e.school_id as schoolId, e.created_at as at, e.after as after
       from schools s cross join events e on e.school_id = s.id and e.noun = 'subscription'
       where e.after like '%"status"%' order by e.created_at, e.id`)
  const current =
    askAll<Current>(sql`select s.id as schoolId, s.name as name, b.status as status, b.plan as plan, b.interval as interval,
         b.discount_minor as discountMinor, b.discount_until as discountUntil, b.activated_at as activatedAt, b.updated_at as updatedAt, b.created_at as createdAt
       from schools s join subscriptions b on b.school_id = s.id where s.demo_until is null`)
  const stepsOf = new Map<string, Step[]>()
  for (const row of rows) {
    const steps = stepsOf.get(row.schoolId) ?? []
    const step = readStep(row, steps.at(-1))
    if (step) steps.push(step)
    stepsOf.set(row.schoolId, steps)
  }
  const standing = current.map((row) => {
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
  return [...standing, ...listDeleted()]
}

/** What deleted schools brought in while they were there. One that paid to the end ended with its deletion. */
function listDeleted(): SchoolRevenue[] {
  return select()
    .from(deletedSchools)
    .all()
    .map(({ id, history, activatedAt, deletedAt }) => {
      const { entries, last } = readHistory(history)
      const steps: Step[] = []
      for (const { at, facts } of entries) {
        const step = readStep({ schoolId: id, at, after: JSON.stringify(facts) }, steps.at(-1))
        if (step) steps.push(step)
      }
      const known = withDiscountEnds(steps, deletedAt)
      const whole = last ? upToDate(known, { ...last, schoolId: id, name: "" }, deletedAt) : known
      const ended = { at: deletedAt, status: "expired", plan: null, interval: null, priceMinor: 0 }
      const moves = movesOf(monthlyOf(whole.at(-1) ?? ended) > 0 ? [...whole, ended] : whole)
      return {
        id,
        name: "Deleted school",
        moves,
        gaps: gapsOf(whole),
        firstPaidAt: moves[0]?.at ?? activatedAt,
      }
    })
}

/** Of a school that was deleted before its history was kept, there is none. */
function readHistory(stored: string): SubscriptionHistory {
  const history = JSON.parse(stored) as SubscriptionHistory | []
  return Array.isArray(history) ? { entries: [], last: null } : history
}

const known = <Value extends string>(values: readonly Value[], text: unknown): Value | null =>
  values.find((value) => value === text) ?? null

/** An entry as a step; one that doesn't name the plan goes on with the one before. */
function readStep({ at, after }: Row, before: Step | undefined): Step | undefined {
  const facts = JSON.parse(after) as Record<string, unknown>
  if (typeof facts.status !== "string") return undefined
  const plan = known(planKeys, facts.plan) ?? before?.plan ?? null
  const interval = known(planIntervals, facts.interval) ?? before?.interval ?? null
  const billed = { plan, interval }
  const discount = discountOf(facts, billed, before)
  return { at, status: facts.status, ...billed, priceMinor: priceMinorOf(billed), discount }
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
function upToDate(steps: Step[], row: Current, until = now()): Step[] {
  const billed = { plan: known(planKeys, row.plan), interval: known(planIntervals, row.interval) }
  const current = {
    status: row.status,
    ...billed,
    priceMinor: priceMinorOf(billed),
    discount:
      row.discountUntil !== null && row.discountUntil > until
        ? { amountMinor: row.discountMinor, until: row.discountUntil }
        : null,
  }
  const last = steps.at(-1)
  if (monthlyOf(current) === (last ? monthlyOf(last) : 0)) return steps
  // A subscription without a history began when it was activated.
  const at = last ? Math.max(last.at, row.updatedAt) : (row.activatedAt ?? row.createdAt)
  return [...steps, { at, ...current }]
}
