import { z } from "zod"
import { chosenKey, day, time } from "~/utils/form-text"
import { isReasoned, needsReason, overrideReason } from "./override-reason"
import { longestSession } from "./session"

// The forms that put a session somewhere. A key with a free time sends `place`, which then stands for date, time and
// room.

const text = (message: string) => z.string({ error: message })
const chosen = chosenKey.optional()

const reason = (message: string) =>
  text(message).trim().min(3, message).max(200, "A reason has at most 200 characters.")

const accepting = z.enum(["save", "override"]).optional().catch(undefined)

const place = {
  date: day("Choose a date.", "Choose a date, like 2026-11-18."),
  startTime: time("Choose a time.", "Choose a time, like 16:30."),
  teacherId: chosen,
  roomId: chosen,
  overrideReason,
  intent: accepting,
}

const minutesMessage = `A session lasts between 5 and ${longestSession} minutes.`

const minutes = z.coerce
  .number({ error: minutesMessage })
  .int(minutesMessage)
  .min(5, minutesMessage)
  .max(longestSession, minutesMessage)

/** A key with a free time sends no length: the session keeps its own. */
export const MoveForm = z.object({ ...place, minutes: minutes.optional() }).refine(isReasoned, needsReason)
export type MoveForm = z.output<typeof MoveForm>

export const NewSessionForm = z
  .object({
    ...place,
    classId: text("Choose a class.").min(1).max(64),
    minutes,
  })
  .refine(isReasoned, needsReason)
export type NewSessionForm = z.output<typeof NewSessionForm>

export const CancelForm = z.object({ reason: reason("Say why: families read it.") })
export type CancelForm = z.output<typeof CancelForm>

export const RestoreForm = z
  .object({ overrideReason: place.overrideReason, intent: accepting })
  .refine(isReasoned, needsReason)
export type RestoreForm = z.output<typeof RestoreForm>

/** The reason to accept a clash with, when the form was sent with that key. */
export const overrideOf = ({ intent, overrideReason = "" }: { intent?: string; overrideReason?: string }) =>
  intent === "override" ? { reason: overrideReason } : undefined

/** A form whose key with a free time was pressed, as if that time had been typed. */
export function withChosenPlace(form: FormData): FormData {
  const chosenPlace = form.get("place")
  if (typeof chosenPlace !== "string") return form
  const [date = "", startTime = "", roomId = ""] = chosenPlace.split(" ")
  form.set("date", date)
  form.set("startTime", startTime)
  form.set("roomId", roomId)
  form.delete("place")
  form.delete("overrideReason")
  return form
}
