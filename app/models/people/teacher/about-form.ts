import { z } from "zod"
import { block, line } from "~/utils/form-text"

/** What a teacher says of themself, for families. */
export const AboutForm = z.object({
  instruments: line(200, "Instruments have at most 200 characters together.").optional(),
  about: block(1000, "This has at most 1,000 characters.").optional(),
})
export type AboutForm = z.output<typeof AboutForm>
