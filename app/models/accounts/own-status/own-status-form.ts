import { z } from "zod"
import { chosenKey, neededLine } from "~/utils/form-text"
import { markCodes } from "../outcome/outcome"
import { longestStatus } from "./own-status"

const facts = {
  name: neededLine("Enter a name.", longestStatus, `Keep the name under ${longestStatus} characters.`),
  letters: z
    .string({ error: "Enter 1 to 3 letters." })
    .trim()
    .regex(/^\p{L}{1,3}$/u, "Enter 1 to 3 letters.")
    .transform((letters) => letters.toUpperCase())
    .refine((letters) => letters.length <= 3, "Enter 1 to 3 letters."),
  countsAs: z.enum(markCodes, "Choose what it counts as."),
  isShownToFamilies: z.boolean().default(false),
}

export const NewStatusForm = z.object(facts)
export type NewStatusForm = z.output<typeof NewStatusForm>

export const ChangeStatusForm = z.object({ ...facts, statusId: chosenKey })
