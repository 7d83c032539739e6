import { z } from "zod"
import { fold } from "~/utils/names"

/** What a form is told that was open when something came in the way. */
export const eraseFirst = "Do what’s listed under “First” before you erase this person."

/** Two confirmations: the person's name, and that it can't be undone. */
export const eraseForm = (name: string) =>
  z.object({
    name: z
      .string({ error: "Type the name as shown above." })
      .trim()
      .max(200, "Type the name as shown above.")
      .refine((typed) => fold(typed) === fold(name), "Type the name as shown above."),
    sure: z.literal("on", { error: "Confirm that you can’t undo this." }),
  })
