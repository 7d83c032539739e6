import { z } from "zod"
import {
  type FieldKey,
  type FormField,
  formAudiences,
  formPurposes,
  isReservedPath,
  type SpotOffer,
  spotPurposes,
  type TrialOffer,
} from "~/models/people/enrollment-form/enrollment-form"
import { mostAmong } from "~/models/teaching/free-time/find-times"
import { fromList } from "~/utils/form-messages"
import { amount, chosenKey, exampleAmount, lines, neededLine } from "~/utils/form-text"
import { isWebName } from "~/utils/names"

// The settings of one of the public page's forms.

const name = neededLine("Enter a name.", 80, "Keep the name under 80 characters.")
const purpose = z.enum(formPurposes, "Choose what the form is for.")

export const NewEnrollmentForm = z.object({ name, purpose })

const between = (least: number, most: number, what: string) => {
  const error = `Enter ${what} from ${least} to ${most}.`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

const ask = z.enum(["no", "optional", "required"], "Choose from the list.").default("no")
const longestOrder = 99

/** The ids that can be chosen. */
type Choices = Record<"documents" | "teachers", readonly { id: string }[]>

const among = (choices: readonly { id: string }[]) =>
  chosenKey.refine((id) => choices.some((each) => each.id === id), fromList)

/** `keys` are the questions that the school can ask; `ask.<key>` says whether, `order.<key>` where. */
export const enrollmentFormForm = (keys: readonly string[], { documents, teachers }: Choices) =>
  z
    .object({
      path: neededLine("Enter an address.", 40, "Keep the address under 40 characters.")
        .transform((text) => text.toLowerCase())
        .refine(isWebName, "Use at least 3 lowercase letters, numbers or hyphens, such as summer-camp.")
        .refine((text) => !isReservedPath(text), "This address is reserved. Choose another."),
      name,
      intro: lines(2000, "Keep the introduction under 2,000 characters.").optional(),
      purpose,
      forWhom: z.enum(formAudiences, "Choose who the form is for."),
      ask: z.object(Object.fromEntries(keys.map((key) => [key, ask]))).prefault({}),
      order: z
        .object(
          Object.fromEntries(
            keys.map((key) => [key, between(1, longestOrder, "a number").default(longestOrder)]),
          ),
        )
        .prefault({}),
      consents: z.array(among(documents)).max(50).default([]),
      isListed: z.boolean().default(false),
      booksTrials: z.boolean().default(false),
      trialMinutes: between(5, 240, "a length").default(30),
      trialNoticeHours: between(0, 336, "hours").default(24),
      trialDaysAhead: between(1, 42, "days").default(21),
      trialPrice: amount(() => `Enter an amount, for example ${exampleAmount(3250)}.`).optional(),
      offersSpot: z.boolean().default(false),
      deposit: amount(() => `Enter an amount, for example ${exampleAmount(5000)}.`).optional(),
      trialTeachers: z
        .array(among(teachers))
        .max(mostAmong, `Choose at most ${mostAmong} teachers.`)
        .default([]),
    })
    .refine(({ purpose: chosen, booksTrials }) => !booksTrials || chosen === "trial", {
      path: ["booksTrials"],
      error: "Only a form for a trial lesson offers open times. Change what the form is for.",
    })
    .refine(({ purpose: chosen, offersSpot }) => !offersSpot || spotPurposes.includes(chosen), {
      path: ["offersSpot"],
      error: "Only a form for a class or a camp offers its free spots. Change what the form is for.",
    })
    .refine(({ offersSpot, deposit }) => offersSpot || deposit === undefined, {
      path: ["deposit"],
      error: "Check “Offer a free spot right away”, or leave this blank.",
    })
    .refine(({ booksTrials, trialTeachers }) => !booksTrials || trialTeachers.length > 0, {
      path: ["trialTeachers"],
      error: "Choose at least one teacher whose open times are offered.",
    })
    .transform(
      ({ ask: asked, order, booksTrials, trialMinutes, trialNoticeHours, trialDaysAhead, ...form }) => {
        const { trialPrice, trialTeachers, offersSpot, deposit, ...facts } = form
        const trial: TrialOffer | null = booksTrials
          ? {
              ...{ minutes: trialMinutes, noticeHours: trialNoticeHours, daysAhead: trialDaysAhead },
              ...{ priceMinor: trialPrice ?? null, teacherIds: trialTeachers },
            }
          : null
        const spot: SpotOffer | null = offersSpot ? { depositMinor: deposit ?? null } : null
        return { ...facts, fields: inOrder(keys, asked, order), trial, spot }
      },
    )

/** What is asked, by the numbers typed; equal ones stay as the page had them. */
const inOrder = (
  keys: readonly string[],
  asked: Record<string, string>,
  order: Record<string, number>,
): FormField[] =>
  keys
    .flatMap((key) => (asked[key] === "optional" || asked[key] === "required" ? [key] : []))
    .sort((a, b) => (order[a] ?? longestOrder) - (order[b] ?? longestOrder))
    .map((key) => ({ key: key as FieldKey, isRequired: asked[key] === "required" }))
