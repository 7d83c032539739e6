import type { MarkCode, Outcome } from "../outcome/outcome"

// A status of the school's own is a name of its own for one of the five: "Sick note" that counts as excused. It decides what that
// one decides, unless it has rules of its own. Safe in the browser.

/** What a status with rules of its own decides instead. */
export type OwnRule = Pick<Outcome, "chargedPercent" | "paidPercent" | "issuesCredit" | "countsAsAttended">

export type OwnStatus = {
  id: string
  name: string
  /** One to three letters, where there is no room for the name. */
  letters: string
  countsAs: MarkCode
  /** Whether families read its name, or that of the status it counts as. */
  isShownToFamilies: boolean
  /** Null where the rules of what it counts as are its own, too. */
  rule: OwnRule | null
  isRetired: boolean
}

/** The rules for a mark of this status: its own, or those of what it counts as. */
export const ruleOf = (status: Pick<OwnStatus, "rule"> | null | undefined, table: Outcome): Outcome =>
  status?.rule ? { ...table, ...status.rule } : table

/** "50% charged, 100% paid, 1 make-up credit, attended": the rules of a status that has its own. */
export const ruleText = (
  { chargedPercent, paidPercent, issuesCredit, countsAsAttended }: OwnRule,
  paysTeachers: boolean,
): string =>
  [
    `${chargedPercent}% charged`,
    paysTeachers ? `${paidPercent}% paid` : null,
    issuesCredit ? "1 make-up credit" : "no credit",
    countsAsAttended ? "attended" : "not attended",
  ]
    .filter(Boolean)
    .join(", ")

/** What families read beside a mark instead of what it counts as; null where they don't. */
export const nameForFamilies = (status: OwnStatus | null): string | null =>
  status?.isShownToFamilies ? status.name : null

/** What attendance offers beside the five. */
export type OfferedStatus = Pick<OwnStatus, "id" | "name" | "countsAs">

/** A status with whether attendance has it: then what it counts as stays, and it can't be deleted. */
export type ListedStatus = OwnStatus & { isUsed: boolean }

/** As many as a register has room for. */
export const mostStatuses = 8
export const longestStatus = 30

/** What attendance sheets write for the five. */
export const standardLetters = ["P", "L", "A", "E", "C"] as const

/** A chosen status as one field spells it: "excused", or with one of the school's own "excused@b3f". */
export const spellStatus = ({ code, statusId }: { code: MarkCode; statusId?: string | null }): string =>
  statusId ? `${code}@${statusId}` : code
