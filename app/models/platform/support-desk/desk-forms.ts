import { z } from "zod"
import { longestAnswer } from "./desk"

export const AnswerForm = z.object({
  content: z
    .string({ error: "Write an answer." })
    .trim()
    .min(1, "Write an answer.")
    .max(longestAnswer, `An answer has at most ${longestAnswer.toLocaleString("en-US")} characters.`),
})
export type AnswerForm = z.output<typeof AnswerForm>

/** Whose matter it is; empty is no one's. */
export const AssignForm = z.object({ assignee: z.string().max(100).default("") })
export type AssignForm = z.output<typeof AssignForm>
