import { z } from "zod"
import { ListEntryForm } from "~/models/accounts/school-list/school-list-form"
import { mostInRoom } from "./room"

const wrong = `Enter 1 to ${mostInRoom} students, or leave it blank.`

/** A room, new or changed. */
export const RoomForm = ListEntryForm.extend({
  fits: z.coerce.number({ error: wrong }).int(wrong).min(1, wrong).max(mostInRoom, wrong).optional(),
  teacherId: z.string().max(100).optional(),
})
export type RoomForm = z.output<typeof RoomForm>
