import { z } from "zod"

const wrong = "Enter 0 to 120 minutes."
const minutes = z.coerce.number({ error: wrong }).int(wrong).min(0, wrong).max(120, wrong)

/** How long rooms stay empty between two lessons: the school's minutes, and those of a room, by its id, that has its own. */
export const RoomBuffersForm = z.object({
  minutes: minutes.default(0),
  ofRooms: z.record(z.string(), minutes.optional()).default({}),
})
export type RoomBuffersForm = z.output<typeof RoomBuffersForm>
