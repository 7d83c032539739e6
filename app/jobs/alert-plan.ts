import type { ConditionKey, Trouble } from "~/models/platform/platform/condition"

// Which troubles are told, and when: once each has lasted, at once when it becomes bad, again when its cause is another,
// otherwise only after a long while, and again when it is over.

/** A trouble as it is remembered from one look to the next. */
export type Known = {
  looks: number
  toldAt: number | null
  /** As it was told last. */
  toldTone: Trouble["tone"] | null
  calmLooks: number
  /** The cause that lasts; absent in what an earlier version remembers. */
  cause?: string
  /** The cause that was told. */
  toldCause?: string
  what: string
}
export type Memory = Partial<Record<ConditionKey, Known>>

export type AlertPlan = { memory: Memory; told: Trouble[]; over: string[] }

/** So many looks in a row a trouble must last before it is told, and calm before it is called over. */
const lastingLooks = 2
const calmLooks = 5

/** What to tell after a look at `at` (UTC ms). */
export function planAlerts(
  memory: Memory,
  troubles: readonly Trouble[],
  { at, repeatMs }: { at: number; repeatMs: number },
): AlertPlan {
  const next: Memory = {}
  const told: Trouble[] = []
  const over: string[] = []
  for (const trouble of troubles) {
    if (trouble.tone === "note") continue
    const known = memory[trouble.key]
    const { cause = "" } = trouble
    const { toldAt = null, toldTone = null, toldCause = "" } = known ?? {}
    // Another cause has to last by itself.
    const looks = known && (known.cause ?? "") === cause ? known.looks + 1 : 1
    const isWorse = trouble.tone === "bad" && toldTone === "warn"
    const isOther = toldCause !== cause
    const isDue = looks >= lastingLooks && (toldAt === null || isWorse || isOther || at - toldAt >= repeatMs)
    if (isDue) told.push(trouble)
    next[trouble.key] = {
      looks,
      ...(isDue ? { toldAt: at, toldTone: trouble.tone, toldCause: cause } : { toldAt, toldTone, toldCause }),
      cause,
      calmLooks: 0,
      what: trouble.what,
    }
  }
  for (const [key, known] of Object.entries(memory) as [ConditionKey, Known][]) {
    if (next[key]) continue
    // What was never told need not be taken back.
    if (known.toldAt === null) continue
    if (known.calmLooks + 1 >= calmLooks) over.push(known.what)
    else next[key] = { ...known, calmLooks: known.calmLooks + 1 }
  }
  return { memory: next, told, over }
}
