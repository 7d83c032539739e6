import { z } from "zod"
import { formatFigure } from "~/utils/formats"

/** "62.5" or "62,5 %" as basis points. */
export const percent = z.string({ error: "Enter a percentage from 0 to 100." }).transform((text, context) => {
  const number = /^\s*(\d{1,3})(?:[.,](\d{1,2}))?\s*%?\s*$/.exec(text)
  const basisPoints = number ? Number(number[1]) * 100 + Number((number[2] ?? "").padEnd(2, "0")) : -1
  if (basisPoints < 0 || basisPoints > 10_000)
    context.addIssue({ code: "custom", message: "Enter a percentage from 0 to 100." })
  return basisPoints
})

/** One percentage per guardian, named by the guardian's index in the family; basis points after reading. */
export const sharesForm = (guardianCount: number) =>
  z
    .object(
      Object.fromEntries(Array.from({ length: guardianCount }, (_, index) => [`share${index}`, percent])),
    )
    .superRefine((shares, context) => {
      const total = Object.values(shares).reduce((sum, share) => sum + share, 0)
      if (total !== 10_000)
        context.addIssue({
          code: "custom",
          message: `The shares add up to ${formatFigure(total / 100)}%. Change them to total 100%.`,
        })
    })
