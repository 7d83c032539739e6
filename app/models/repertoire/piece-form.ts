import { z } from "zod"
import { pieceStates } from "./piece"

const state = z.enum(pieceStates, { error: "Choose one of the states." })

export const PieceForm = z.object({
  title: z
    .string({ error: "Write the title of the piece." })
    .trim()
    .min(1, "Write the title of the piece.")
    .max(160, "A title has at most 160 characters."),
  composer: z
    .string()
    .trim()
    .max(120, "A composer’s name has at most 120 characters.")
    .optional()
    .transform((name) => name || null),
  state: state.default("learning"),
})
export type PieceForm = z.output<typeof PieceForm>

/** The states of pieces by their ids. */
export const PieceStatesForm = z.object({ states: z.record(z.string().max(64), state).default({}) })
