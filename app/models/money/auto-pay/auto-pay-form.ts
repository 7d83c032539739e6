import { paymentProviders } from "db/schema/choices"
import { z } from "zod"
import { chosenKey, neededLine, wholeNumber } from "~/utils/form-text"
import { platformWay } from "~/utils/payment-providers"

const daysNeeded = "Enter a number of days from 1 to 14."

export const AutoPayRuleForm = z.object({
  isOffered: z.boolean().default(false),
  daysBefore: wholeNumber(1, 14, daysNeeded),
})

export const AgreeForm = z.object({
  family: chosenKey,
  way: z.enum(paymentProviders).default(platformWay),
  agree: z.literal("on", { error: "Check the box to agree." }),
})

export const HoldChargeForm = z.object({
  charge: chosenKey,
  reason: neededLine("Enter a reason.", 200, "Keep the reason under 200 characters."),
})
