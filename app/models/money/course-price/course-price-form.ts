import { z } from "zod"
import { amount, day, wholeNumber } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { installmentRange } from "../installment/installment-labels"

const least = 1
const { most } = installmentRange
const wrongCount = `Enter a number from ${least} to ${most}.`
const example = () => `Enter an amount above zero, like ${plainAmount(48_000)}.`

const number = wholeNumber(least, most, wrongCount)

export const CoursePriceForm = z.object({
  total: amount(example, { wrong: example, least: 1 }),
  months: number,
  count: number,
  firstOn: day("Enter the date the first installment is due."),
  /** Due dates of their own, and what they were shown for. */
  dueOn: z.array(day("Enter a date.")).max(most).default([]),
  datesOf: z.string().max(40).optional(),
})

/** What suggested due dates belong to: with another first day or number they are suggested again. */
export const datesOf = ({ firstOn, months, count }: { firstOn: string; months: number; count: number }) =>
  `${firstOn} ${months} ${count}`

/** The undo of a course price: the first month's day. */
export const CourseBackForm = z.object({ fromDate: day("Enter a date.") })
