import { z } from "zod"
import { isDate, weekday } from "~/utils/dates"
import { chosenKey, day, time } from "~/utils/form-text"
import { shortReason } from "~/utils/short-reason"
import { onlineLink } from "./online-link"
import { isReasoned, needsReason, overrideReason } from "./override-reason"
import { longestSession } from "./session"
import { strandedCauses } from "./stranded-cause"

// The forms that schedule a session. A button with a free time sends `place`, which replaces date, time and
// room.

const text = (message: string) => z.string({ error: message })
const chosen = chosenKey.optional()

const reason = (message: string) =>
  text(message).trim().min(3, shortReason(message)).max(200, "Keep the reason under 200 characters.")

const accepting = z.enum(["save", "override"]).optional().catch(undefined)

const slotFields = {
  date: day("Enter a date."),
  startTime: time("Enter a start time.", "Enter a start time."),
  teacherId: chosen,
  roomId: chosen,
  overrideReason,
  intent: accepting,
}

const minutesMessage = `Enter a length from 5 to ${longestSession} minutes.`

const minutes = z.coerce
  .number({ error: minutesMessage })
  .int(minutesMessage)
  .min(5, minutesMessage)
  .max(longestSession, minutesMessage)

/** A free time on a lesson's card is sent without a length, so the session keeps its own. */
export const MoveForm = z
  .object({ ...slotFields, minutes: minutes.optional() })
  .refine(isReasoned, needsReason)
export type MoveForm = z.output<typeof MoveForm>

export const NewSessionForm = z
  .object({
    ...slotFields,
    classId: text("Choose a class.").min(1).max(64),
    minutes: minutes.optional(),
  })
  .refine(isReasoned, needsReason)
export type NewSessionForm = z.output<typeof NewSessionForm>

export const LinkForm = z.object({ onlineLink: onlineLink.optional() })

/** Who has a co-teacher's place in this lesson, no one when `by` is empty, and why when it is outside their hours. */
export const PlaceForm = z.object({
  teacherId: text("Choose a co-teacher.").min(1).max(64),
  by: chosen,
  hoursReason: overrideReason,
  /** Puts back who had it before. */
  isBack: z.literal("yes").optional(),
})

export const CancelForm = z.object({ reason: reason("Enter a reason. Families see it.") })
export type CancelForm = z.output<typeof CancelForm>

/** The same where one of several lessons is chosen. */
export const CancelChosenForm = CancelForm.extend({ lesson: text("Choose a lesson.").min(1).max(64) })
export type CancelChosenForm = z.output<typeof CancelChosenForm>

export const RestoreForm = z
  .object({ overrideReason: slotFields.overrideReason, intent: accepting })
  .refine(isReasoned, needsReason)
export type RestoreForm = z.output<typeof RestoreForm>

/** The reason for accepting a clash, when the form was sent with that button. */
export const overrideOf = ({ intent, overrideReason = "" }: { intent?: string; overrideReason?: string }) =>
  intent === "override" ? { reason: overrideReason } : undefined

/** What an undone move brings back: why the lesson stayed where it was, and despite what. Undefined for any other move. */
export function keptIn(
  form: FormData,
): { keptReason: string | null; keptDespite: string | null } | undefined {
  if (!form.has("back")) return undefined
  const despite = String(form.get("back")).split(" ")
  const causes = strandedCauses.filter((cause) => despite.includes(cause))
  const reason = String(form.get("keptReason") ?? "").slice(0, 200)
  return causes.length > 0 && reason !== ""
    ? { keptReason: reason, keptDespite: causes.join(" ") }
    : { keptReason: null, keptDespite: null }
}

/** Treats a pressed free-time button as if its date, time and room had been typed. */
export function withChosenSlot(form: FormData): FormData {
  const chosenSlot = form.get("place")
  if (typeof chosenSlot !== "string") return form
  const [date = "", startTime = "", roomId = ""] = chosenSlot.split(" ")
  form.set("date", date)
  form.set("startTime", startTime)
  form.set("roomId", roomId)
  form.delete("place")
  form.delete("overrideReason")
  return form
}

/**
 * The same in a form with a weekly time, which is previewed where the form can be: the weekday and the start, in the room it has.
 * Of several days that are ticked each stays.
 */
export function withWeeklySlot(form: FormData, days = "weekdays", start = "startTime"): FormData {
  const chosenSlot = form.get("place")
  if (typeof chosenSlot !== "string") return form
  const [date = "", startTime = ""] = chosenSlot.split(" ")
  if (form.getAll(days).length < 2) form.set(days, isDate(date) ? String(weekday(date)) : "")
  form.set(start, startTime)
  form.set("intent", "preview")
  form.delete("place")
  form.delete("overrideReason")
  return form
}
