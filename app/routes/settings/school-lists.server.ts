import { orNotFound } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import { listKinds, listLabels } from "~/models/accounts/school-list/school-list"
import { addEntry, putAway, renameEntry } from "~/models/accounts/school-list/school-list.server"
import { ListEntryForm } from "~/models/accounts/school-list/school-list-form"
import type { Actor } from "~/models/foundation/access/actor"
import { listOccasionsInRoom } from "~/models/teaching/occasion/hand-over-occasions.server"
import { listRefusals } from "~/texts/accounts/refusals"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Handles the forms of the school's lists: `list` names the list, `entry` the entry. */
export function changeSchoolList(actor: Actor, form: FormData, back: string, own = {}) {
  const kind = orNotFound(listKinds.find((each) => each === form.get("list")))
  const id = String(form.get("entry") ?? "")
  const to = `${back}#${listLabels[kind].noun}s`
  const names = { field: "name", status: 409, refusals: { "name-taken": listRefusals["name-taken"] } }
  return intents(form, to, {
    archive: act({
      run: () => putAway(actor, kind, id, true),
      refusals: { "name-taken": 404 },
      saved: ({ name }) => ({
        title: `${name} archived.`,
        undo: { to: back, fields: { intent: "restore", list: kind, entry: id } },
        ...stillPlanned(kind === "rooms" ? listOccasionsInRoom(actor, id) : []),
      }),
    }),
    restore: act({
      run: () => putAway(actor, kind, id, false),
      refusals: { "name-taken": 404 },
      saved: ({ name }) => `${name} restored.`,
    }),
    "rename-entry": intent({
      schema: ListEntryForm,
      run: ({ name }) => renameEntry(actor, kind, id, name),
      ...names,
      saved: (_, { name }) => `Renamed to ${name}.`,
    }),
    ...own,
    else: intent({
      schema: ListEntryForm,
      run: ({ name }) => addEntry(actor, kind, name),
      ...names,
      saved: (_, { name }) => `${name} added.`,
    }),
  })
}

/** The events that are still planned in a room that was archived. */
const stillPlanned = (booked: ReturnType<typeof listOccasionsInRoom>) =>
  booked.length === 0
    ? {}
    : {
        text: `Still planned there: ${countOf(booked.length, "event")}. Choose another room on each event’s page.`,
        links: booked.slice(0, 5).map(({ id, title, when }) => ({
          label: `${title}, ${when}`,
          to: paths.occasion(id),
        })),
      }
