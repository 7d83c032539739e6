import type { PlanKey } from "../plan/plan-catalogue"

// What a plan allows besides teachers and students: so that one school can't take all room and all mail from the others.

const gigabyte = 2 ** 30

/** Bytes of uploaded files, and emails a day (UTC). */
export const quotas: Record<PlanKey, { storage: number; mails: number }> = {
  soloTeacher: { storage: 2 * gigabyte, mails: 1000 },
  standard: { storage: 5 * gigabyte, mails: 2000 },
  professional: { storage: 20 * gigabyte, mails: 10_000 },
}

export type Quotas = Record<"mails" | "storage", { used: number; limit: number }>

/** How many more emails a school may send today. */
export const mailsLeft = ({ mails: { used, limit } }: Quotas): number => Math.max(0, limit - used)

/** Whether so many emails at once would be too many for today. A single one never is: it may be the one that matters. */
export const isOverMails = (quotas: Quotas, wanted: number): boolean =>
  wanted > 1 && wanted > mailsLeft(quotas)
