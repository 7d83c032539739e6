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

/** A new document must not be about to expire on its first day. */
const isBeforeEnd = ({ months, remindDays }: { months: number | null; remindDays: number }) =>
  months === null || remindDays < months * 28
const refusal = { path: ["remindDays"], error: kindMessages.tooManyDays }

export const NewKindForm = z
  .object({ ...facts, audience: z.enum(proofAudiences, { error: kindMessages.audience }) })
  .refine(isBeforeEnd, refusal)
export const KindForm = z.object({ ...facts, kindId: chosenKey }).refine(isBeforeEnd, refusal)
