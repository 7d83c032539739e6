import { sqlite } from "db/client.server"
import { planIntervals, planKeys } from "db/schema/choices"
import type { SuperActor } from "~/models/foundation/access/actor"
import { gapsOf, type Move, monthlyOf, movesOf, type Step } from "./revenue"

// The history of every school's subscription, read from the schools' own logs. It goes through the schools, so that each
// reads its few entries by index.

type Row = { schoolId: string; at: number; after: string }
type Current = {
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
         b.activated_at as activatedAt, b.updated_at as updatedAt, b.created_at as createdAt
       from schools s join subscriptions b on b.school_id = s.id where s.demo_until is null`,
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
    const steps = upToDate(stepsOf.get(row.schoolId) ?? [], row)
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
  const facts = JSON.parse(after) as { status?: unknown; plan?: unknown; interval?: unknown }
  if (typeof facts.status !== "string") return undefined
  return {
    at,
    status: facts.status,
    plan: known(planKeys, facts.plan) ?? before?.plan ?? null,
    interval: known(planIntervals, facts.interval) ?? before?.interval ?? null,
  }
}

/** What the row says now counts, also when no entry of the log led there. */
function upToDate(steps: Step[], row: Current): Step[] {
  const now = {
    status: row.status,
    plan: known(planKeys, row.plan),
    interval: known(planIntervals, row.interval),
  }
  const last = steps.at(-1)
  if (monthlyOf(now) === (last ? monthlyOf(last) : 0)) return steps
  // A subscription without a history began when it was activated.
  const at = last ? Math.max(last.at, row.updatedAt) : (row.activatedAt ?? row.createdAt)
  return [...steps, { at, ...now }]
}
