import { z } from "zod"
import { mergeRefusals } from "~/texts/accounts/refusals"

/** One entry of a list, new or under another name. */
export const ListEntryForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(60, "Keep the name under 60 characters."),
})
export type ListEntryForm = z.output<typeof ListEntryForm>

const chosenName = (message: string) => z.string({ error: message }).min(1, message).max(200, message)

/** One name of an instrument that becomes another. */
export const MergeInstrumentsForm = z.object({
  from: chosenName(mergeRefusals.from),
  into: chosenName(mergeRefusals.into),
})
