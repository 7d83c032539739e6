import { markCodes } from "db/schema/choices"

// An outcome is the rule for one attendance status: whether the family is charged, the teacher is paid, a
// make-up credit is issued, and the lesson counts as attended. Each school has its own table; these are the defaults.

/** In the order people choose from. */
export { markCodes }
export type MarkCode = (typeof markCodes)[number]

export type Outcome = {
  code: MarkCode
  label: string
  /** Percent of the seat's price. */
  chargedPercent: number
  /** Percent of the teacher's pay for the session. */
  paidPercent: number
  issuesCredit: boolean
  countsAsAttended: boolean
}

export const defaultOutcomes: readonly Outcome[] = [
  {
    code: "present",
    label: "Present",
    chargedPercent: 100,
    paidPercent: 100,
    issuesCredit: false,
    countsAsAttended: true,
  },
  {
    code: "late",
    label: "Late",
    chargedPercent: 100,
    paidPercent: 100,
    issuesCredit: false,
    countsAsAttended: true,
  },
  {
    code: "absent",
    label: "Absent",
    chargedPercent: 100,
    paidPercent: 100,
    issuesCredit: false,
    countsAsAttended: false,
  },
  {
    code: "excused",
    label: "Excused",
    chargedPercent: 0,
    paidPercent: 0,
    issuesCredit: true,
    countsAsAttended: false,
  },
  {
    code: "cancelled",
    label: "Canceled by school",
    chargedPercent: 0,
    paidPercent: 0,
    issuesCredit: false,
    countsAsAttended: false,
  },
]
