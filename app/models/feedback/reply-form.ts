import { z } from "zod"

export const ReplyForm = z.object({
  /** Made with the form, so that a reply sent twice is kept once. */
  entryId: z.uuid({ error: "Load the page again, then write it." }),
  sessionId: z.string().max(64),
  body: z
    .string({ error: "Write something first." })
    .trim()
    .min(1, "Write something first.")
    .max(1000, "A reply has at most 1,000 characters."),
})
export type ReplyForm = z.output<typeof ReplyForm>
