import { z } from "zod"
import { openTimePeriods } from "~/models/attendance/open-time/open-time"

const number = (least: number, most: number, message: string) =>
  z
    .string({ error: message })
    .trim()
    .regex(/^\d{1,3}$/, message)
    .transform(Number)
    .refine((amount) => amount >= least && amount <= most, message)

/** Whether and how families book open times. */
export const OpenTimeRuleForm = z.object({
  isOn: z.boolean().default(false),
  daysAhead: number(1, 60, "Enter a number of days from 1 to 60."),
  leadHours: number(0, 336, "Enter a number of hours from 0 to 336."),
  most: number(1, 20, "Enter a number of lessons from 1 to 20."),
  per: z.enum(openTimePeriods, { error: "Choose a week or a month." }),
})
