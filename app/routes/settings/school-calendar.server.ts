import { redirect } from "@remix-run/node"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { DaysForm } from "~/models/accounts/school/calendar-form"
import type { Actor } from "~/models/foundation/access/actor"
import { addTerm, removeTerm } from "~/models/foundation/term/term.server"
import { addClosure } from "~/models/teaching/school-calendar/add-closure.server"
import { removeClosure } from "~/models/teaching/school-calendar/remove-closure.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const wrongOrder = { endsOn: "Enter a last day on or after the first day." }
const toasted = (message: string) => redirectWithToast(paths.schoolSettings(), message)

/** Handles the settings forms for closures and terms; undefined for any other form. */
export function changeSchoolCalendar(actor: Actor, form: FormData) {
  const id = String(form.get("days") ?? "")
  switch (form.get("intent")) {
    case "closures":
      return addDays(form, (days) => {
        const added = addClosure(actor, days)
        if (!added.ok) return wrongOrder
        const { cancelled, left, taskId } = added
        if (taskId) return redirect(paths.task(taskId), 303)
        return [
          `${days.name} added.`,
          cancelled > 0 ? `${countOf(cancelled, "lesson")} canceled.` : "",
          left > 0 ? `${countOf(left, "lesson stays", "lessons stay")} on the schedule.` : "",
        ]
          .filter(Boolean)
          .join(" ")
      })
    case "terms":
      return addDays(form, ({ name, startsOn, endsOn }) => {
        const added = addTerm(actor, { name, startsOn, endsOn })
        if (added.ok) return `${name} added.`
        return added.reason === "wrong-order"
          ? wrongOrder
          : { startsOn: `These dates overlap ${added.name}. Enter dates outside it.` }
      })
    case "remove-closures": {
      const name = removeClosure(actor, id)
      if (name === undefined) throw notFound()
      return toasted(`${name} removed. Lessons canceled for it stay canceled.`)
    }
    case "remove-terms":
      if (!removeTerm(actor, id)) throw notFound()
      return toasted("Term removed.")
    default:
      return undefined
  }
}

function addDays(form: FormData, add: (days: DaysForm) => string | Response | Record<string, string>) {
  const submission = readForm(form, { schema: DaysForm })
  if (submission.status !== "success") return invalid(submission)
  const added = add(submission.value)
  if (added instanceof Response) return added
  return typeof added === "string" ? toasted(added) : invalid(submission, added)
}
