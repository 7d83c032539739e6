import { z } from "zod"
import { lines } from "~/utils/form-text"

export const ReplyForm = z.object({
  /** Made with the form, so that a reply sent twice is kept once. */
  entryId: z.uuid({ error: "Load the page again, then write it." }),
  sessionId: z.string().max(64),
  body: z
    .string({ error: "Write something first." })
    .pipe(lines(1000, "A reply has at most 1,000 characters."))
    .refine((text) => text !== "", "Write something first."),
})
export type ReplyForm = z.output<typeof ReplyForm>
