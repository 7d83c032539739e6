import { z } from "zod"
import { line } from "~/utils/form-text"
import { pieceStates } from "./piece"

const state = z.enum(pieceStates, { error: "Choose one of the states." })

export const PieceForm = z.object({
  title: z
    .string({ error: "Write the title of the piece." })
    .pipe(line(160, "A title has at most 160 characters."))
    .refine((text) => text !== "", "Write the title of the piece."),
  composer: line(120, "A composer’s name has at most 120 characters.")
    .optional()
    .transform((name) => name || null),
  state: state.default("learning"),
})
export type PieceForm = z.output<typeof PieceForm>

/** The states of pieces by their ids. */
export const PieceStatesForm = z.object({ states: z.record(z.string().max(64), state).default({}) })
