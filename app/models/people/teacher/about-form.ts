import { z } from "zod"
import { block, line } from "~/utils/form-text"

const longest = 400

/** As a form sends them: the boxes that are checked. None is what their classes say. */
export const ChosenInstruments = z
  .array(line(60, "Choose instruments from the list."))
  .max(60, "Choose at most 60 instruments.")
  .default([])
  .transform((names) => [...new Set(names.filter(Boolean))].join(", ") || undefined)
  .refine(
    (text) => (text ?? "").length <= longest,
    `Choose fewer: keep their names under ${longest} characters.`,
  )

/** A teacher’s profile for families. */
export const AboutForm = z.object({
  instruments: ChosenInstruments,
  about: block(1000, "Keep this under 1,000 characters.").optional(),
})
export type AboutForm = z.output<typeof AboutForm>
