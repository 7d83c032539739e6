import { z } from "zod"
import { block } from "~/utils/form-text"
import { ChosenInstruments } from "./instruments"

/** A teacher’s profile for families. */
export const AboutForm = z.object({
  instruments: ChosenInstruments,
  about: block(1000, "Keep this under 1,000 characters.").optional(),
})
export type AboutForm = z.output<typeof AboutForm>
