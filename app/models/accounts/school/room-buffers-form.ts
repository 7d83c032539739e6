import { z } from "zod"

const wrong = "Enter 0 to 120 minutes."
const minutes = z.coerce.number({ error: wrong }).int(wrong).min(0, wrong).max(120, wrong)
/** Left blank, a room follows the school. */
const ownMinutes = z.preprocess(
  (typed) => (typeof typed === "string" && typed.trim() === "" ? undefined : typed),
  minutes.optional(),
)

/** How long rooms stay empty between two lessons: the school's minutes, and those of a room, by its id, that has its own. */
export const RoomBuffersForm = z.object({
  minutes: minutes.default(0),
  ofRooms: z.record(z.string(), ownMinutes).default({}),
})
export type RoomBuffersForm = z.output<typeof RoomBuffersForm>
