// How the installation is doing, as the operator has to know it: one line when all is well, and each trouble with what to do.

export const conditionKeys = [
  "database",
  "disk",
  "backup",
  "backup-place",
  "mail",
  "jobs",
  "errors",
  "slow",
  "certificate",
  "replica-disk",
  "read-only",
  "clock",
] as const
export type ConditionKey = (typeof conditionKeys)[number]

/** `note` is shown and never sent: someone decided it. */
export type Trouble = {
  key: ConditionKey
  tone: "bad" | "warn" | "note"
  /** Which of several troubles with the same key it is: another one is told as well. Without figures, which change. */
  cause?: string
  what: string
  remedy: string
}

/** What an operator reads in one line: label and value. */
export type ConditionFact = { label: string; value: string }

/** What one look at one part finds. */
export type Part = { facts?: ConditionFact[]; troubles?: Trouble[] }

/** Below this a disk is nearly full, whatever warning is set. */
export const criticalPercent = 5

export type Condition = { facts: ConditionFact[]; troubles: Trouble[] }

/** A stretch of time in its largest unit, such as "12 min" or "3 days". */
export function ageText(ms: number): string {
  const minutes = Math.max(0, Math.round(ms / 60_000))
  if (minutes < 60) return `${minutes} min`
  const hours = Math.round(minutes / 60)
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`
}
