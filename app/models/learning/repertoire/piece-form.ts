import { z } from "zod"
import { line } from "~/utils/form-text"
import { pieceStates } from "./piece"

const state = z.enum(pieceStates, { error: "Choose a status." })

export const PieceForm = z.object({
  title: z
    .string({ error: "Enter a title." })
    .pipe(line(160, "Keep the title under 160 characters."))
    .refine((text) => text !== "", "Enter a title."),
  composer: line(120, "Keep the composer under 120 characters.")
    .optional()
    .transform((name) => name || null),
  state: state.default("learning"),
})
export type PieceForm = z.output<typeof PieceForm>

/** The states of pieces by their ids. */
export const PieceStatesForm = z.object({ states: z.record(z.string().max(64), state).default({}) })
