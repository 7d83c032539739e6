import { z } from "zod"
import { textOrNull } from "~/utils/form-text"

const minutesWrong = "Enter 0 to 240 minutes."

/** The site of each room, by the room’s id, and how long a teacher needs between two of them. */
export const SitesForm = z.object({
  travelMinutes: z.coerce
    .number({ error: minutesWrong })
    .int(minutesWrong)
    .min(0, minutesWrong)
    .max(240, minutesWrong)
    .default(0),
  sites: z.record(z.string(), textOrNull(60, "Keep the site under 60 characters.")).default({}),
})
export type SitesForm = z.output<typeof SitesForm>
