import { markCodes } from "db/schema/choices"

// One recorded outcome decides everything (product.md section 4): is the family charged, is the teacher paid, is a
// make-up credit issued, does it count as attended. Every school has its own table; these are what it starts with.

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
    label: "Cancelled by school",
    chargedPercent: 0,
    paidPercent: 0,
    issuesCredit: false,
    countsAsAttended: false,
  },
]
