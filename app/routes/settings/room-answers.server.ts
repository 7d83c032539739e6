import { idIn, intent } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addRoomWith, changeRoom, findRoomFacts } from "~/models/teaching/room/room.server"
import { RoomForm } from "~/models/teaching/room/room-form"
import { listRefusals } from "~/texts/accounts/refusals"

/** The forms that add and change a room, among those of the school's lists. */
export function roomIntents(actor: Actor) {
  const form = (isNew: boolean) =>
    intent({
      schema: RoomForm,
      run: ({ name, fits = null, teacherId = null }, sent) => {
        const roomId = idIn(sent, "entry")
        // A field that the form doesn't have, such as the teacher of a school of one, stays as it is.
        const kept = findRoomFacts(actor).get(roomId)
        const room = {
          name,
          fits: sent.has("fits") ? fits : (kept?.fits ?? null),
          teacherId: sent.has("teacherId") ? teacherId : (kept?.teacherId ?? null),
        }
        return isNew ? addRoomWith(actor, room) : changeRoom(actor, roomId, room)
      },
      refusals: {
        "no-such-teacher": { at: "teacherId", says: "Choose a teacher of your school." },
        "name-taken": { at: "name", says: listRefusals["name-taken"], status: 409 },
      },
      saved: (_, { name }) => (isNew ? `${name} added.` : `${name} saved.`),
    })
  return { "add-entry": form(true), "rename-entry": form(false) }
}
