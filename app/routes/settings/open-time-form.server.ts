import { z } from "zod"
import { openTimePeriods } from "~/models/attendance/open-time/open-time"
import { wholeNumber } from "~/utils/form-text"

/** Whether and how families book open times. */
export const OpenTimeRuleForm = z.object({
  isOn: z.boolean().default(false),
  daysAhead: wholeNumber(1, 60, "Enter a number of days from 1 to 60."),
  leadHours: wholeNumber(0, 336, "Enter a number of hours from 0 to 336."),
  most: wholeNumber(1, 20, "Enter a number of lessons from 1 to 20."),
  per: z.enum(openTimePeriods, { error: "Choose a week or a month." }),
})
