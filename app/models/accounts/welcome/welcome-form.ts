import { z } from "zod"
import { line } from "~/utils/form-text"
import { countries } from "../school/currencies.server"
import { OpeningForm } from "../school/opening-form"
import { FormatsForm, IdentityForm, RegionForm } from "../school/school-settings-form"

/** The school's name, and the place that its zone, currency and formats come from. */
export const WelcomeForm = z.object({
  name: IdentityForm.shape.name,
  country: z
    .string({ error: "Choose a country." })
    .refine((country) => countries.includes(country), "Choose a country."),
  /** The country whose zone, currency and formats the form showed; left out, it’s the school’s own. */
  shownFor: z
    .string()
    .optional()
    .transform((country) => (country && countries.includes(country) ? country : undefined)),
  ...RegionForm.shape,
  ...FormatsForm.shape,
})
export type WelcomeForm = z.output<typeof WelcomeForm>

const mostRooms = 30
const longestRoom = 60

/** Rooms, one a line, and the hours. */
export const WelcomeHoursForm = z.intersection(
  z.object({
    rooms: z
      .string()
      .default("")
      // Beside the field, which has no rows of its own.
      .refine(
        (text) => text.split(/\r?\n/).every((name) => name.trim().length <= longestRoom),
        `Keep each room’s name under ${longestRoom} characters.`,
      )
      .transform((text) =>
        text
          .split(/\r?\n/)
          .map((name) => name.trim())
          .filter(Boolean),
      )
      .pipe(
        z
          .array(line(longestRoom, `Keep each room’s name under ${longestRoom} characters.`))
          .max(mostRooms, `Add up to ${mostRooms} rooms here, and the others in School settings.`),
      ),
  }),
  OpeningForm,
)
export type WelcomeHoursForm = z.output<typeof WelcomeHoursForm>
