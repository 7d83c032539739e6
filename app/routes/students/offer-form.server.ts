import { z } from "zod"
import { mostDocuments } from "~/models/people/consent/consent"
import { billingModes } from "~/models/teaching/price/price"
import { isReasoned, needsReason, overrideReason } from "~/models/teaching/session/override-reason"
import { longestSession } from "~/models/teaching/session/session"
import { fromList, keepUnder } from "~/utils/form-messages"
import { amount, chosenKey, day, exampleAmount, lines, time } from "~/utils/form-text"

const length = `Enter a length from 5 to ${longestSession} minutes.`

/** What the office offers: a class by its id, or a weekly time that begins with the first day. */
export const OfferForm = z
  .object({
    classId: chosenKey.optional(),
    date: day("Enter the first day."),
    startTime: time("Enter a start time.").optional(),
    minutes: z.coerce
      .number({ error: length })
      .int(length)
      .min(5, length)
      .max(longestSession, length)
      .default(30),
    teacherId: chosenKey.optional(),
    roomId: chosenKey.optional(),
    billing: z.enum(billingModes, "Choose how it’s billed.").default("per_session"),
    amount: amount(() => `Enter an amount, for example ${exampleAmount(3250)}.`).optional(),
    answerBy: day("Enter the last day to answer."),
    terms: lines(2000, keepUnder("text", 2000)).optional(),
    deposit: amount(() => `Enter an amount, for example ${exampleAmount(5000)}.`, { least: 1 }).optional(),
    documents: z.array(chosenKey).max(mostDocuments, fromList).default([]),
    isFirst: z.string().max(3).optional().transform(Boolean),
    intent: z.enum(["save", "override"]).optional().catch(undefined),
    overrideReason,
  })
  .refine(({ classId, startTime }) => classId || startTime, {
    path: ["startTime"],
    message: "Enter a start time, or choose a class.",
  })
  .refine(({ answerBy, date }) => answerBy < date, {
    path: ["answerBy"],
    message: "Enter a day before the first day.",
  })
  .refine(isReasoned, needsReason)
export type OfferForm = z.output<typeof OfferForm>
