import { z } from "zod"
import { kinds } from "~/models/attendance/leave/leave-types"
import { day, dayIfAny, textOrNull } from "~/utils/form-text"

const percent = z.coerce
  .number({ error: "Enter a percentage from 0 to 100." })
  .int("Enter a percentage from 0 to 100.")
  .min(0, "Enter a percentage from 0 to 100.")
  .max(100, "Enter a percentage from 0 to 100.")

const days = (most: string) => z.coerce.number({ error: most }).int(most).min(0, most).max(365, most)

const reason = textOrNull(200, "Keep the reason under 200 characters.")
const chosenClass = z.string().max(64, "Choose a class from the list.").optional()

/** null without one. */
const lastDay = dayIfAny.transform((date) => date ?? null)

const inOrder = ({ startsOn, endsOn }: { startsOn: string; endsOn: string | null }) =>
  endsOn === null || endsOn >= startsOn
const order = { path: ["endsOn"], error: "Enter a date on or after the first day." }

/** A leave that the office records; without a class of all, without a last day until one is set. */
export const LeaveForm = z
  .object({
    startsOn: day("Enter the first day of the leave."),
    endsOn: lastDay,
    classId: chosenClass,
    feePercent: percent,
    reason,
    /** Also for the family's other students. */
    isForFamily: z.boolean().default(false),
  })
  .refine(inOrder, order)

/** Another last day or fee of a leave. */
export const ChangeLeaveForm = z.object({
  leave: z.string({ error: "Choose a leave." }).max(64, "Choose a leave."),
  endsOn: lastDay,
  feePercent: percent,
})

/** What a family asks for: a leave with or without a last day, or the end of lessons, whose only day is the last one. */
export const LeaveRequestForm = z
  .object({
    kind: z.enum(kinds, "Choose what you’re asking for."),
    student: z.string({ error: "Choose a student." }).max(64, "Choose a student."),
    classId: chosenClass,
    startsOn: day("Enter a date."),
    endsOn: lastDay,
    reason,
  })
  .refine((wish) => wish.kind === "end" || inOrder(wish), order)

/** Whether families ask for it in the portal, how many days before, and what a leave usually costs of a monthly fee. */
export const LeaveRulesForm = z.object({
  takesLeaveRequests: z.boolean().default(false),
  leaveNoticeDays: days("Enter 0 to 365 days."),
  endNoticeDays: days("Enter 0 to 365 days."),
  leaveFeePercent: percent,
})
