import { z } from "zod"
import { neededText } from "~/utils/form-text"

/** One entry of a list, new or under another name. */
export const ListEntryForm = z.object({
  name: neededText("Enter a name.", 60, "Keep the name under 60 characters."),
})
export type ListEntryForm = z.output<typeof ListEntryForm>
