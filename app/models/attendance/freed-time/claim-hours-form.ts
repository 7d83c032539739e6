import { z } from "zod"
import { wholeNumber } from "~/utils/form-text"
import { mostClaimHours } from "./freed-time"

const hours = `Enter a number of hours from 0 to ${mostClaimHours}.`

/** How long a family has to claim a freed time, and whether spots of group lessons are offered too. */
export const ClaimHoursForm = z.object({
  hours: wholeNumber(0, mostClaimHours, hours),
  spots: z.boolean().default(false),
})
export type ClaimHoursForm = z.output<typeof ClaimHoursForm>
