import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { type ListKind, listKinds, listLabels, listRefusals } from "~/models/accounts/school-list/school-list"
import { addEntry, putAway, renameEntry } from "~/models/accounts/school-list/school-list.server"
import { ListEntryForm } from "~/models/accounts/school-list/school-list-form"
import type { Actor } from "~/models/foundation/access/actor"
import { listOccasionsInRoom } from "~/models/teaching/occasion/hand-over-occasions.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** Handles the forms of the school's lists: `list` names the list, `entry` the entry. */
export function changeSchoolList(actor: Actor, form: FormData, back: string) {
  const kind = listKinds.find((each) => each === form.get("list"))
  if (!kind) throw notFound()
  const id = String(form.get("entry") ?? "")
  const intent = form.get("intent")
  if (intent === "archive" || intent === "restore") {
    const done = putAway(actor, kind, id, intent === "archive")
    if (!done.ok) throw notFound()
    if (intent === "restore") return toasted(back, kind, `${done.name} restored.`)
    const booked = kind === "rooms" ? listOccasionsInRoom(actor, id) : []
    const undo = { to: back, fields: { intent: "restore", list: kind, entry: id } }
    return redirectWithToast(`${back}#${listLabels[kind].noun}s`, {
      title: `${done.name} archived.`,
      tone: "good",
      undo,
      ...(booked.length > 0
        ? {
            text: `Still planned there: ${countOf(booked.length, "event")}. Choose another room on each event’s page.`,
            links: booked.slice(0, 5).map(({ id: eventId, title, when }) => ({
              label: `${title}, ${when}`,
              to: paths.occasion(eventId),
            })),
          }
        : {}),
    })
  }
  const submission = readForm(form, { schema: ListEntryForm })
  if (submission.status !== "success") return invalid(submission)
  const { name } = submission.value
  const done = intent === "rename-entry" ? renameEntry(actor, kind, id, name) : addEntry(actor, kind, name)
  if (done.ok)
    return toasted(back, kind, intent === "rename-entry" ? `Renamed to ${name}.` : `${name} added.`)
  if (done.reason === "not-found") throw notFound()
  return invalid(submission, { name: listRefusals[done.reason] }, 409)
}

const toasted = (back: string, kind: ListKind, message: string) =>
  redirectWithToast(`${back}#${listLabels[kind].noun}s`, message)
