import { z } from "zod"
import { lines } from "~/utils/form-text"

export const ReplyForm = z.object({
  /** Made with the form, so that a reply sent twice is kept once. */
  entryId: z.uuid({ error: "Reload the page and try again." }),
  sessionId: z.string().max(64),
  body: z
    .string({ error: "Enter a reply." })
    .pipe(lines(1000, "Keep the reply under 1,000 characters."))
    .refine((text) => text !== "", "Enter a reply."),
})
export type ReplyForm = z.output<typeof ReplyForm>
