import { z } from "zod"
import { longestAnswer } from "./desk"

export const AnswerForm = z.object({
  content: z
    .string({ error: "Enter an answer." })
    .trim()
    .min(1, "Enter an answer.")
    .max(longestAnswer, `Keep the answer under ${longestAnswer.toLocaleString("en-US")} characters.`),
})
export type AnswerForm = z.output<typeof AnswerForm>

/** Whose matter it is; empty is no one's. */
export const AssignForm = z.object({ assignee: z.string().max(100).default("") })
export type AssignForm = z.output<typeof AssignForm>
