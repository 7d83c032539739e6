import { z } from "zod"
import { wholeNumber } from "~/utils/form-text"
import type { markCodes } from "./outcome"

export const percent = wholeNumber(0, 100, "Enter a percentage from 0 to 100.")

const Row = z.object({
  chargedPercent: percent,
  /** A solo teacher has no one to pay: then it stays as it is. */
  paidPercent: percent.optional(),
  issuesCredit: z.boolean().default(false),
  countsAsAttended: z.boolean().default(false),
})

/** The whole outcome table: one row per mark. */
export const OutcomesForm = z.object({
  present: Row,
  late: Row,
  absent: Row,
  excused: Row,
  cancelled: Row,
} satisfies Record<(typeof markCodes)[number], typeof Row>)
export type OutcomesForm = z.output<typeof OutcomesForm>
