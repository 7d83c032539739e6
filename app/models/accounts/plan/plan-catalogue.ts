import { planIntervals, planKeys } from "db/schema/choices"

export { planIntervals, planKeys }
export type PlanKey = (typeof planKeys)[number]
export type PlanInterval = (typeof planIntervals)[number]

/** The plans we sell (spec §9): fallback prices in minor units of USD, limits, and the provider's plan ids. Shared with the sandbox so that both know the same plans. */
export const planCatalogue: Record<
  PlanKey,
  {
    name: "Solo Teacher" | "Standard" | "Professional"
    /** Accounts that run the school; every plan's features say 1 (spec §6). */
    administratorLimit: number
    teacherLimit: number | null
    studentLimit: number | null
    prices: Record<PlanInterval, { amountMinor: number; providerPlanId: string }>
    features: string[]
  }
> = {
  soloTeacher: {
    name: "Solo Teacher",
    administratorLimit: 1,
    teacherLimit: 1,
    studentLimit: null,
    prices: {
      monthly: { amountMinor: 999, providerPlanId: "P-TUTTI-SOLO-MONTHLY" },
      yearly: { amountMinor: 9900, providerPlanId: "P-TUTTI-SOLO-YEARLY" },
    },
    features: [
      "1 teacher account (admin and teacher combined)",
      "Unlimited students",
      "Full invoicing and scheduling",
      "Student and parent portal",
    ],
  },
  standard: {
    name: "Standard",
    administratorLimit: 1,
    teacherLimit: 5,
    studentLimit: 100,
    prices: {
      monthly: { amountMinor: 2900, providerPlanId: "P-TUTTI-STANDARD-MONTHLY" },
      yearly: { amountMinor: 14900, providerPlanId: "P-TUTTI-STANDARD-YEARLY" },
    },
    features: [
      "1 school administrator account",
      "Up to 5 teachers",
      "Up to 100 students",
      "All core features",
    ],
  },
  professional: {
    name: "Professional",
    administratorLimit: 1,
    teacherLimit: null,
    studentLimit: null,
    prices: {
      monthly: { amountMinor: 7900, providerPlanId: "P-TUTTI-PROFESSIONAL-MONTHLY" },
      yearly: { amountMinor: 39900, providerPlanId: "P-TUTTI-PROFESSIONAL-YEARLY" },
    },
    features: ["1 administrator account", "Unlimited teachers", "Unlimited students", "All core features"],
  },
}

export const isPlanKey = (text: string | null | undefined): text is PlanKey =>
  typeof text === "string" && Object.hasOwn(planCatalogue, text)

export const isPlanInterval = (text: string | null | undefined): text is PlanInterval =>
  text === "monthly" || text === "yearly"

/** Whether a school of this kind may choose the plan: Solo Teacher is for solo teachers, the others for schools (spec §2). */
export const isPlanFor = (plan: PlanKey, kind: "school" | "solo"): boolean =>
  (plan === "soloTeacher") === (kind === "solo")
