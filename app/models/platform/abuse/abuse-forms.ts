import { z } from "zod"
import { neededText } from "~/utils/form-text"
import { blockDays, holdKinds } from "./block"

const reason = neededText("Enter a reason.", 500, "Keep the reason under 500 characters.")
/** Null: without an end. */
const days = z
  .enum(blockDays, { error: "Choose how long." })
  .transform((value) => (value === "until-lifted" ? null : Number(value)))

export const BlockNetworkForm = z.object({
  intent: z.literal("block-network"),
  network: z.string({ error: "Enter an IP address or network." }).trim().max(60),
  days,
  reason,
})

export const BlockSendingForm = z.object({
  intent: z.literal("block-sending"),
  school: z.string({ error: "Enter the school’s ID." }).trim().min(1, "Enter the school’s ID.").max(64),
  days,
  reason,
})

/** Makes one school read-only, or keeps its data from being deleted. */
export const HoldForm = z.object({
  intent: z.literal("hold"),
  kind: z.enum(holdKinds, { error: "Choose what to do." }),
  days,
  reason,
  message: z.string().trim().max(300, "Keep the message under 300 characters.").default(""),
})
