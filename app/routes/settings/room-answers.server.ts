import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { listRefusals } from "~/models/accounts/school-list/school-list"
import type { Actor } from "~/models/foundation/access/actor"
import { addRoomWith, changeRoom, findRoomFacts } from "~/models/teaching/room/room-facts.server"
import { RoomForm } from "~/models/teaching/room/room-form"
import { paths } from "~/utils/paths"

/** Handles the forms that add and change a room; undefined for any other form. */
export function changeSchoolRooms(actor: Actor, form: FormData) {
  const intent = form.get("intent")
  if (form.get("list") !== "rooms" || (intent !== "add-entry" && intent !== "rename-entry")) return undefined
  const submission = readForm(form, { schema: RoomForm })
  if (submission.status !== "success") return invalid(submission)
  const { name, fits = null, teacherId = null } = submission.value
  const roomId = String(form.get("entry") ?? "")
  // A field that the form doesn't have, such as the teacher of a school of one, stays as it is.
  const kept = findRoomFacts(actor).get(roomId)
  const room = {
    name,
    fits: form.has("fits") ? fits : (kept?.fits ?? null),
    teacherId: form.has("teacherId") ? teacherId : (kept?.teacherId ?? null),
  }
  const done = intent === "add-entry" ? addRoomWith(actor, room) : changeRoom(actor, roomId, room)
  if (done.ok)
    return redirectWithToast(
      `${paths.schoolSettings()}#rooms`,
      intent === "add-entry" ? `${name} added.` : `${name} saved.`,
    )
  if (done.reason === "not-found") throw notFound()
  if (done.reason === "no-such-teacher")
    return invalid(submission, { teacherId: "Choose a teacher of your school." })
  return invalid(submission, { name: listRefusals[done.reason] }, 409)
}
