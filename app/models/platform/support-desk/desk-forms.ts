import { z } from "zod"
import { lines, neededLine, neededText } from "~/utils/form-text"
import {
  longestAnswer,
  longestHandNote,
  matterPriorities,
  mostTags,
  readTags,
  type SnoozeHours,
  snoozeChoices,
} from "./desk"

export const AnswerForm = z.object({
  content: neededText(
    "Enter an answer.",
    longestAnswer,
    `Keep the answer under ${longestAnswer.toLocaleString("en-US")} characters.`,
  ),
  /** The staff's last answer that the person saw, "none" where there was none. */
  seen: z.string().max(100).optional(),
})
export type AnswerForm = z.output<typeof AnswerForm>

/** Whose matter it is; empty is no one's. The note is for whoever gets it. */
export const AssignForm = z.object({
  assignee: z.string().max(100).default(""),
  handNote: lines(longestHandNote, `Keep the note under ${longestHandNote} characters.`).default(""),
})
export type AssignForm = z.output<typeof AssignForm>

/** What staff write for each other. */
export const NoteForm = z.object({
  note: z
    .string({ error: "Enter a note." })
    .pipe(lines(2000, "Keep the note under 2,000 characters."))
    .refine((text) => text !== "", "Enter a note."),
})
export type NoteForm = z.output<typeof NoteForm>

const snoozes = Object.keys(snoozeChoices) as [SnoozeHours, ...SnoozeHours[]]

/** Priority, tags, and how long a matter is put aside: "keep" leaves it, "none" brings it back. */
export const SortForm = z.object({
  priority: z.enum(matterPriorities, { error: "Choose a priority." }),
  tags: z
    .string()
    .max(200, "Keep the tags under 200 characters.")
    .default("")
    .transform(readTags)
    .refine((tags) => tags.length <= mostTags, `Use ${mostTags} tags or fewer.`)
    .refine(
      (tags) => tags.every((tag) => /^[\p{L}\p{N}-]{1,30}$/u.test(tag)),
      "Use letters, numbers and hyphens in tags.",
    ),
  snooze: z.enum(["keep", "none", ...snoozes], { error: "Choose how long to snooze." }),
})
export type SortForm = z.output<typeof SortForm>

/** An answer to use again. */
export const SavedAnswerForm = z.object({
  title: neededLine("Enter a title.", 80, "Keep the title under 80 characters."),
  content: z
    .string({ error: "Enter the answer." })
    .pipe(lines(longestAnswer, `Keep the answer under ${longestAnswer.toLocaleString("en-US")} characters.`))
    .refine((text) => text !== "", "Enter the answer."),
})
export type SavedAnswerForm = z.output<typeof SavedAnswerForm>
