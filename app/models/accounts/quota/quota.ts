import type { UploadRefusal } from "~/texts/accounts/refusals"
import { megabyte } from "~/utils/bytes"
import type { PlanKey } from "../plan/plan-catalogue"

// What a plan allows besides teachers and students: so that one school can't take all room and all mail from the others, and a
// live demo, which anyone may open, none.

const gigabyte = 2 ** 30

/** Bytes of uploaded files, rosters and bank files, and emails a day (UTC). */
export const quotas: Record<PlanKey, { storage: number; mails: number }> = {
  soloTeacher: { storage: 2 * gigabyte, mails: 1000 },
  standard: { storage: 5 * gigabyte, mails: 2000 },
  professional: { storage: 20 * gigabyte, mails: 10_000 },
}

/** Bytes of a visitor's live demo, whatever plan it shows. */
export const demoStorage = 20 * megabyte

/** Rows of a roster, transfers of a bank's file. */
export const mostRows = 5000
export const mostDemoRows = 500

export type Quotas = Record<"mails" | "storage", { used: number; limit: number }> & { isOfDemo: boolean }

/** How many more emails a school may send today. */
export const mailsLeft = ({ mails: { used, limit } }: Quotas): number => Math.max(0, limit - used)

/** Whether so many emails at once would be too many for today. A single one never is: it may be the one that matters. */
export const isOverMails = (quotas: Quotas, wanted: number): boolean =>
  wanted > 1 && wanted > mailsLeft(quotas)

/** What is uploaded. The school's files, its rosters and its bank files have an hourly limit each. */
export type UploadKind = "files" | "rosters" | "bank-files"

/** The status of the answer to a form whose upload was refused. */
export const uploadRefusalStatus = {
  "storage-full": 409,
  "many-uploads": { status: 429, retryAfter: 3600 },
  "demo-uploads": 409,
  "demo-full": 409,
  "disk-full": 507,
} as const

/** The status of a form whose file was refused for any reason. */
export const uploadStatus = (reason: string) =>
  Object.hasOwn(uploadRefusalStatus, reason) ? uploadRefusalStatus[reason as UploadRefusal] : 400
