import { z } from "zod"
import { day as dayOf, neededText } from "~/utils/form-text"
import { durations, impacts, updateStates } from "./incident"

const text = (most: number) => z.string().trim().max(most, `Keep this under ${most} characters.`).default("")
const reason = neededText("Enter a reason.", 500, "Keep the reason under 500 characters.")

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

const message = neededText("Enter a message.", 1000, "Keep the message under 1,000 characters.")

const title = neededText("Enter a title.", 120, "Keep the title under 120 characters.")

/** Corrects what an incident is called and what one of its messages says; its times stay. */
export const IncidentEditForm = z.object({
  intent: z.literal("incident-edit"),
  incidentId: z.string().min(1).max(64),
  updateId: z.string().min(1).max(64),
  title,
  impact: z.enum(impacts, { error: "Choose what visitors notice." }),
  message,
})

/** Opens an incident with its first message. */
export const IncidentForm = z.object({
  intent: z.literal("incident"),
  title,
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
