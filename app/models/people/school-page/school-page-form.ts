import { z } from "zod"
import { line, lines, neededLine } from "~/utils/form-text"
import { isWebName } from "~/utils/names"
import { isReserved } from "./school-page"

/** The settings of the school's public page. */
export const SchoolPageForm = z.object({
  isOpen: z.boolean().default(false),
  address: neededLine("Enter an address.", 40, "Keep the address under 40 characters.")
    .transform((name) => name.toLowerCase())
    .refine(isWebName, "Use at least 3 lowercase letters, numbers or hyphens, such as harmony-music.")
    .refine((name) => !isReserved(name), "This address is reserved. Choose another."),
  intro: lines(2000, "Keep the introduction under 2,000 characters.").optional(),
  prices: lines(1000, "Keep the prices under 1,000 characters.").optional(),
  instruments: z
    .array(line(60, "Choose instruments from the list."))
    .max(60, "Choose at most 60 instruments.")
    .default([])
    .transform((names) => [...new Set(names.filter(Boolean))]),
  teachers: z.array(z.string().max(64)).max(500, "Choose at most 500 teachers.").default([]),
  showsClasses: z.boolean().default(false),
})
export type SchoolPageForm = z.output<typeof SchoolPageForm>
