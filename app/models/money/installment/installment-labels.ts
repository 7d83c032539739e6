// How the rhythms of a payment plan are called. Without arithmetic, so that a page's scripts stay small.
import { planRhythms } from "db/schema/choices"

export { planRhythms }
export type PlanRhythm = (typeof planRhythms)[number]

export const rhythmLabels: Record<PlanRhythm, string> = {
  week: "Every week",
  two_weeks: "Every two weeks",
  month: "Every month",
}

/** The fewest and most installments that are proposed. */
export const installmentRange = { least: 2, most: 24 } as const
