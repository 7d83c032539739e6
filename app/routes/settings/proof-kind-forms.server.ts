import { z } from "zod"
import { longestKind, proofAudiences } from "~/models/people/proof/proof"
import { kindMessages } from "~/texts/people/proofs"
import { chosenKey, neededLine } from "~/utils/form-text"

// The forms of a document that the school requires.

/** Whole numbers from `least` to `most`, as they are typed. */
const whole = (least: number, most: number, wrong: string) =>
  z.coerce.number({ error: wrong }).int(wrong).min(least, wrong).max(most, wrong)

const facts = {
  name: neededLine(kindMessages.name, longestKind, kindMessages.long),
  months: whole(1, 120, kindMessages.months)
    .optional()
    .transform((months) => months ?? null),
  remindDays: whole(0, 365, kindMessages.days),
}

export const NewKindForm = z.object({
  ...facts,
  audience: z.enum(proofAudiences, { error: kindMessages.audience }),
})
export const KindForm = z.object({ ...facts, kindId: chosenKey })
