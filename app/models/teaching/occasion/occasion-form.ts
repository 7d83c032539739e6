import { z } from "zod"
import { defaultTax, noTax } from "~/models/accounts/tax/tax"
import {
  amountIfAny,
  chosenKey,
  day,
  dayIfAny,
  line,
  lines,
  neededLine,
  reasonOf,
  time,
} from "~/utils/form-text"
import { feePayments, mostCompanions, mostGuests, occasionKinds } from "./occasion"

const guestsText = `Enter a number of guests from 0 to ${mostCompanions}.`

// The forms of events: the event itself, who is invited, its program, and a family's answer.

const chosen = chosenKey.optional()

export const OccasionForm = z
  .object({
    kind: z.enum(occasionKinds, "Choose a kind."),
    title: neededLine("Enter a title.", 120, "Keep the title under 120 characters."),
    date: day("Enter a date."),
    startTime: time("Enter a start time."),
    endTime: time("Enter an end time."),
    teacherId: chosen,
    roomId: chosen,
    place: line(160, "Keep the location under 160 characters.").optional(),
    note: lines(2000, "Keep the note under 2,000 characters.").optional(),
    fee: amountIfAny,
    guestFee: amountIfAny,
    feeUntil: dayIfAny,
    feePaid: z.enum(feePayments).optional(),
    feeTax: z.enum([noTax, defaultTax]).optional(),
    formKey: chosen,
    intent: z.enum(["save", "find"]).optional().catch(undefined),
  })
  .refine(({ startTime, endTime }) => endTime > startTime, {
    path: ["endTime"],
    message: "Enter an end after the start, on the same day.",
  })
  .refine(({ roomId, place }) => !roomId || !place, {
    path: ["place"],
    message: "Choose a room or enter a location, not both.",
  })
export type OccasionForm = z.output<typeof OccasionForm>

/** Students one by one, of a class, or of a saved filter; at least one of the three. */
export const InviteForm = z
  .object({
    students: z.array(chosenKey).max(mostGuests).default([]),
    search: z.string().max(100).optional().catch(undefined),
    classId: chosen,
    filterId: chosen,
  })
  .refine(({ students, classId, filterId }) => students.length > 0 || classId || filterId, {
    path: ["students"],
    message: "Choose students, a class or a saved filter.",
  })

/** How many come along with a student, as the fields of answers have it. */
const companions = z.preprocess(
  (typed) => (typed === "" ? undefined : typed),
  z.coerce.number(guestsText).int(guestsText).min(0, guestsText).max(mostCompanions, guestsText).optional(),
)

export const GuestForm = z.object({ student: chosenKey.min(1), companions })

export const CancelForm = z.object({
  reason: reasonOf(200, "Enter a reason. Families see it."),
})

export const AnswerForm = z.object({
  occasion: chosenKey.min(1),
  student: chosenKey.min(1),
  /** "pay" is a yes with the fee invoiced at once. */
  answer: z.enum(["yes", "no", "pay"]),
  companions,
  /** The fee that the form showed, in minor units; none where it showed none. */
  fee: z.coerce.number().int().optional().catch(undefined),
  guestFee: z.coerce.number().int().optional().catch(undefined),
  addedTax: z.string().max(200).optional().catch(undefined),
  /** The day, the time and where, as the form showed them. */
  when: z.string().max(400).optional().catch(undefined),
})

/** Whom the office charges who said yes before there was a fee, as the page counted them. */
export const ChargeForm = z.object({
  student: z.array(chosenKey).min(1).max(mostGuests),
  fee: z.coerce.number().int().min(0),
  sum: z.coerce.number().int().optional(),
})
/** When one press did, UTC ms. */
export const UndoChargesForm = z
  .object({ from: z.coerce.number().int(), until: z.coerce.number().int() })
  .refine(({ from, until }) => until - from < 60_000)

const minutesText = "Enter minutes from 1 to 240."

export const EntryForm = z.object({
  piece: neededLine("Enter a piece.", 160, "Keep the piece under 160 characters."),
  composer: line(120, "Keep the composer under 120 characters.").optional(),
  accompanist: line(120, "Keep the name under 120 characters.").optional(),
  minutes: z.coerce
    .number({ error: minutesText })
    .int(minutesText)
    .min(1, minutesText)
    .max(240, minutesText)
    .optional(),
  performers: z
    .array(chosenKey)
    .max(60, "Choose at most 60 students.")
    .min(1, "Choose at least one student."),
  formKey: chosen,
})

const text = (most: number, message: string) => line(most, message).optional()

/** The results of one page, by student; a row without a text has no result. */
export const ResultsForm = z.object({
  result: z
    .record(
      z.string().max(64),
      z
        .object({
          grade: text(40, "Keep the grade under 40 characters."),
          outcome: text(60, "Keep the result under 60 characters."),
          note: lines(500, "Keep the note under 500 characters.").optional(),
          on: z.preprocess((typed) => typed || undefined, day("Enter a date.").optional()),
          was: chosen,
        })
        .refine(({ grade, outcome, note, on }) => !(grade || outcome || note) || on, {
          path: ["on"],
          message: "Enter a date.",
        }),
    )
    .default({}),
})
/** The hidden results that the page counted. */
export const ReleaseForm = z.object({
  count: z.coerce.number("Reload the page, then show the results."),
})
/** All of them, or with `at` those that were shown at that instant. */
export const HideForm = z.object({ at: z.coerce.number().int().optional().catch(undefined) })
export type ResultsForm = z.output<typeof ResultsForm>
export type EntryForm = z.output<typeof EntryForm>
