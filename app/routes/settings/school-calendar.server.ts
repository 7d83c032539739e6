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

const wrongOrder = { endsOn: "The last day is before the first." }
const toasted = (message: string) => redirectWithToast(paths.schoolSettings(), message)

/** Handles the settings forms for closures and terms; undefined for any other form. */
export function changeSchoolCalendar(actor: Actor, form: FormData) {
  const id = String(form.get("days") ?? "")
  switch (form.get("intent")) {
    case "closures":
      return addDays(form, (days) => {
        const added = addClosure(actor, days)
        if (!added.ok) return wrongOrder
        const { cancelled, left } = added
        return `${days.name} is added. ${lessons(cancelled)} cancelled${left ? `, ${lessons(left)} stay as planned` : ""}.`
      })
    case "terms":
      return addDays(form, ({ name, startsOn, endsOn }) => {
        const added = addTerm(actor, { name, startsOn, endsOn })
        if (added.ok) return `${name} is added.`
        return added.reason === "wrong-order"
          ? wrongOrder
          : { startsOn: `${added.name} has some of these days already. Terms do not overlap.` }
      })
    case "remove-closures": {
      const name = removeClosure(actor, id)
      if (name === undefined) throw notFound()
      return toasted(`${name} is removed. Lessons that were cancelled for it stay cancelled.`)
    }
    case "remove-terms":
      if (!removeTerm(actor, id)) throw notFound()
      return toasted("The term is removed.")
    default:
      return undefined
  }
}

function addDays(form: FormData, add: (days: DaysForm) => string | Record<string, string>) {
  const submission = readForm(form, { schema: DaysForm })
  if (submission.status !== "success") return invalid(submission)
  const added = add(submission.value)
  return typeof added === "string" ? toasted(added) : invalid(submission, added)
}

const lessons = (count: number) => (count === 0 ? "No lesson" : countOf(count, "lesson"))
