import { keepUnchanged } from "db/unchanged.server"
import { currentFormats } from "~/utils/formats"
import type { Actor } from "../access/actor"
import { activityRows } from "./activity-rows.server"
import { type LogFilter, listEvents, listLogChoices } from "./audit-log.server"

// A page of the activity, as its readers see it. Whoever may open it sees the same, until something is written in the school.

/** Pages have fifty entries, and an entry may quote a whole note. */
const pagesKept = 10
const keepPage = keepUnchanged<ReturnType<typeof readPage>>(pagesKept)

/** A page of the activity, what its filters offer, and how many entries pass; not to be changed. */
export function readActivityPage(actor: Actor, filter: LogFilter, page: number) {
  const { id, timeZone, currency } = actor.school
  return keepPage([id, filter, page, timeZone, currency, currentFormats()], () =>
    readPage(actor, filter, page),
  )
}

function readPage(actor: Actor, filter: LogFilter, page: number) {
  const { rows, total } = listEvents(actor, filter, page)
  return { rows: activityRows(actor, rows), total, choices: listLogChoices(actor) }
}
