import { z } from "zod"
import {
  amount,
  chosenKey,
  day,
  emailAddress,
  exampleAmount,
  line,
  neededLine,
  phoneNumber,
  time,
} from "~/utils/form-text"
import { isReasoned, needsReason, overrideReason } from "../session/override-reason"
import { longestSession } from "../session/session"

const length = `Enter a length from 5 to ${longestSession} minutes.`

/** Named together with what is wrong in the other fields. */
const isRead = ({ value }: { value: unknown }): boolean => typeof value === "object" && value !== null

/** Who it may be already: students of that name, families in which a guardian has that address. */
export type KnownPeople = {
  students: { id: string; name: string }[]
  families: { id: string; name: string; email: string }[]
}

/** A trial lesson: who comes, when, with whom. An existing student needs no name. */
export const TrialForm = z
  .object({
    studentId: chosenKey.optional(),
    /** The family that a new student joins. */
    familyId: chosenKey.optional(),
    firstName: line(80, "Keep the name under 80 characters.").optional(),
    lastName: line(80, "Keep the name under 80 characters.").optional(),
    instrument: neededLine("Enter the instrument.", 60, "Keep the instrument under 60 characters."),
    guardianName: line(120, "Keep the name under 120 characters.").optional(),
    guardianEmail: emailAddress.optional(),
    guardianPhone: phoneNumber.optional(),
    date: day("Enter a date."),
    startTime: time("Enter a start time."),
    minutes: z.coerce.number({ error: length }).int(length).min(5, length).max(longestSession, length),
    teacherId: chosenKey.optional(),
    roomId: chosenKey.optional(),
    amount: amount(() => `Enter an amount, for example ${exampleAmount(3250)}.`).optional(),
    intent: z.enum(["save", "override", "anyway"]).optional().catch(undefined),
    overrideReason,
  })
  .refine(({ studentId, firstName }) => studentId || firstName, {
    path: ["firstName"],
    error: "Enter the student’s first name.",
    when: isRead,
  })
  .refine(
    ({ guardianName, guardianEmail, guardianPhone }) => guardianName || !(guardianEmail || guardianPhone),
    {
      path: ["guardianName"],
      error: "Enter the guardian’s name.",
      when: isRead,
    },
  )
  .refine(isReasoned, needsReason)
export type TrialForm = z.output<typeof TrialForm>
