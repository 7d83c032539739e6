import { z } from "zod"
import { block, line } from "~/utils/form-text"

/** A teacher’s profile for families. */
export const AboutForm = z.object({
  instruments: line(200, "Keep the instruments under 200 characters.").optional(),
  about: block(1000, "Keep this under 1,000 characters.").optional(),
})
export type AboutForm = z.output<typeof AboutForm>
