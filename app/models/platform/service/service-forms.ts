import { z } from "zod"
import { day as dayOf } from "~/utils/form-text"

const text = (most: number) => z.string().trim().max(most, `Keep this under ${most} characters.`).default("")
const reason = z
  .string({ error: "Enter a reason." })
  .trim()
  .min(1, "Enter a reason.")
  .max(500, "Keep the reason under 500 characters.")

export const durations = ["15", "30", "60", "120", "240", "480", "1440"] as const
export const durationLabels: Record<(typeof durations)[number], string> = {
  "15": "15 minutes",
  "30": "30 minutes",
  "60": "1 hour",
  "120": "2 hours",
  "240": "4 hours",
  "480": "8 hours",
  "1440": "1 day",
}
const minutes = z.enum(durations, { error: "Choose how long." }).transform(Number)

/** Turns read-only on. */
export const ReadOnlyForm = z.object({
  intent: z.literal("read-only"),
  minutes,
  text: text(300),
  reason,
})

const day = dayOf("Enter a date.")
const time = z.string({ error: "Enter a time." }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time.")

/** Announces maintenance; day and time are UTC. */
export const MaintenanceForm = z
  .object({ intent: z.literal("maintenance"), day, time, minutes, text: text(300) })
  .transform(({ day, time, ...rest }) => ({ ...rest, startsAt: Date.parse(`${day}T${time}:00Z`) }))

export const EndNoticeForm = z.object({
  intent: z.literal("end-notice"),
  noticeId: z.string().min(1).max(64),
})

export const impacts = ["degraded", "outage"] as const
export const impactLabels: Record<(typeof impacts)[number], string> = {
  degraded: "Something doesn’t work",
  outage: "Tutti can’t be used",
}
export const updateStates = ["investigating", "identified", "monitoring", "resolved"] as const
export type UpdateState = (typeof updateStates)[number]
export const updateLabels: Record<UpdateState, string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
}
const message = z
  .string({ error: "Enter a message." })
  .trim()
  .min(1, "Enter a message.")
  .max(1000, "Keep the message under 1,000 characters.")

/** Opens an incident with its first message. */
export const IncidentForm = z.object({
  intent: z.literal("incident"),
  title: z
    .string({ error: "Enter a title." })
    .trim()
    .min(1, "Enter a title.")
    .max(120, "Keep the title under 120 characters."),
  impact: z.enum(impacts, { error: "Choose what visitors notice." }),
  message,
})

/** Adds a message to an open incident; "resolved" closes it. */
export const IncidentUpdateForm = z.object({
  intent: z.literal("incident-update"),
  incidentId: z.string().min(1).max(64),
  state: z.enum(updateStates, { error: "Choose a status." }),
  message,
})
