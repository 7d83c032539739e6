import { z } from "zod"
import { wholeNumber } from "~/utils/form-text"
import { tuitionBases } from "./tuition"

const wrong = "Enter a number of lessons from 1 to 31."

export const TuitionForm = z.object({
  basis: z.enum(tuitionBases, { error: "Choose how months are charged." }),
  lessons: wholeNumber(1, 31, wrong).default(4),
  skipsClosures: z.boolean().default(false),
})
export type TuitionForm = z.output<typeof TuitionForm>

export const TrialForm = z.object({
  price: z.enum(["free", "class"], { error: "Choose what trial lessons cost." }),
})
