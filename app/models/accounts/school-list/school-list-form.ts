import { z } from "zod"

/** One entry of a list, new or under another name. */
export const ListEntryForm = z.object({
  name: z
    .string({ error: "Write a name." })
    .trim()
    .min(1, "Write a name.")
    .max(60, "A name has at most 60 characters."),
})
export type ListEntryForm = z.output<typeof ListEntryForm>
