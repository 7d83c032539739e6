import { z } from "zod"

/** One entry of a list, new or under another name. */
export const ListEntryForm = z.object({
  name: z
    .string({ error: "Enter a name." })
    .trim()
    .min(1, "Enter a name.")
    .max(60, "Keep the name under 60 characters."),
})
export type ListEntryForm = z.output<typeof ListEntryForm>
