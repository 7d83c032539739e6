import { z } from "zod"
import { amount, day } from "~/utils/form-text"
import { plainAmount } from "~/utils/money"
import { installmentRange } from "../installment/installment-labels"

const least = 1
const { most } = installmentRange
const wrongCount = `Enter a number from ${least} to ${most}.`
const example = () => `Enter an amount above zero, like ${plainAmount(48_000)}.`

const number = z
  .string({ error: wrongCount })
  .trim()
  .regex(/^\d{1,2}$/, wrongCount)
  .transform(Number)
  .refine((count) => count >= least && count <= most, wrongCount)

export const CoursePriceForm = z.object({
  total: amount(example, { wrong: example, least: 1 }),
  months: number,
  count: number,
  firstOn: day("Enter the date the first installment is due."),
})

/** The undo of a course price: the first month's day. */
export const CourseBackForm = z.object({ fromDate: day("Enter a date.") })
