import { data, redirect } from "@remix-run/node"
import { notFound, orNotFound } from "~/http/guards.server"
import { idIn, intent } from "~/http/intents.server"
import { asTyped, invalid } from "~/http/read-form.server"
import { redirectAfterDeleting, redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { addTerm, removeTerm } from "~/models/foundation/term/term.server"
import { addClosure } from "~/models/teaching/closure/add-closure.server"
import { listWaitingClosures } from "~/models/teaching/closure/closure-notice.server"
import { DaysForm } from "~/models/teaching/closure/days-form"
import {
  type ClosurePreview,
  previewClosure,
  readPlanned,
} from "~/models/teaching/closure/preview-closure.server"
import { removeClosure } from "~/models/teaching/closure/remove-closure.server"
import { undoClosure, undoClosures } from "~/models/teaching/closure/undo-closure.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Ids of closures that are undone together, with a space between them. */
const mostAtOnce = 120
const wrongOrder = { endsOn: "Enter a last day on or after the first day." }
const toasted = (message: string) => redirectWithToast(paths.schoolSettings(), message)

/** The settings forms for closures and terms. */
export const calendarIntents = (actor: Actor) => ({
  closures: intent({
    schema: DaysForm,
    run: async (days, _form, submission) => {
      if (days.lessons === "move") return chooseLessons(actor, days, submission)
      if (days.lessons === "cancel") return cancelLessons(actor, days, submission)
      return closed(days, addClosure(actor, days), submission)
    },
  }),
  terms: intent({
    schema: DaysForm,
    run: ({ name, startsOn, endsOn }) => addTerm(actor, { name, startsOn, endsOn }),
    refusals: {
      "wrong-order": { at: "endsOn", says: wrongOrder.endsOn },
      overlaps: ({ name }) => ({
        at: "startsOn",
        says: `These dates overlap ${name}. Enter dates outside it.`,
      }),
    },
    saved: (_, { name }) => `${name} added.`,
  }),
  "undo-closures": (form: FormData) => {
    const [first = "", ...others] = String(form.get("days") ?? "")
      .split(" ")
      .slice(0, mostAtOnce)
    if (others.length > 0) return undoHolidays(actor, [first, ...others])
    const undone = orNotFound(undoClosure(actor, first))
    if (undone.taskId) return redirect(paths.task(undone.taskId), 303)
    const title = `${undone.name} removed.${cameBack(undone)}`
    if (undone.kept.length === 0) return toasted(title)
    const text = undone.kept.map(({ name, reason }) => `${name}: ${reason}`).join(" ")
    return redirectWithToast(paths.schoolSettings(), { title, text, tone: "bad" })
  },
  "remove-closures": (form: FormData) => {
    const id = idIn(form, "days")
    const untold = listWaitingClosures(actor).find((each) => each.id === id)?.lessons ?? 0
    const name = removeClosure(actor, id)
    if (name === undefined) throw notFound()
    const silent = untold > 0 ? ` Nothing is sent about ${countOf(untold, "lesson")}.` : ""
    return redirectAfterDeleting(
      paths.schoolSettings(),
      `${name} removed. Lessons canceled, moved or left out for it aren’t put back.${silent}`,
      id,
    )
  },
  "remove-terms": (form: FormData) => {
    const id = idIn(form, "days")
    if (!removeTerm(actor, id)) throw notFound()
    return redirectAfterDeleting(paths.schoolSettings(), "Term removed.", id)
  },
})

/** What is on the schedule again. */
const cameBack = ({ restored, planned, clashes }: { restored: number; planned: number; clashes: number }) =>
  [
    restored > 0 || planned === 0 ? ` ${countOf(restored, "lesson")} restored.` : "",
    planned > 0 ? ` ${countOf(planned, "weekly lesson")} planned.` : "",
    clashes > 0 ? ` ${countOf(clashes, "of them clashes", "of them clash")}: see the schedule.` : "",
  ].join("")

/** The public holidays that were added at once. Those that are gone since are left out. */
function undoHolidays(actor: Actor, ids: string[]) {
  const undone = undoClosures(actor, ids)
  if (undone.length === 0) throw notFound()
  const restored = undone.reduce((sum, each) => sum + each.restored, 0)
  const kept = undone.flatMap((each) => each.kept)
  const isLong = undone.some(({ taskId }) => taskId !== null)
  const planned = undone.reduce((sum, each) => sum + each.planned, 0)
  const clashes = undone.reduce((sum, each) => sum + each.clashes, 0)
  const title = `${countOf(undone.length, "holiday")} removed.${
    restored + planned > 0 || !isLong ? cameBack({ restored, planned, clashes }) : ""
  }${isLong ? ` ${restored > 0 ? "The other" : "Their"} lessons are being restored.` : ""}`
  const to = isLong ? paths.tasks() : paths.schoolSettings()
  if (kept.length === 0) return redirectWithToast(to, title)
  const text = kept.map(({ name, reason }) => `${name}: ${reason}`).join(" ")
  return redirectWithToast(to, { title, text, tone: "bad" })
}

type Days = Parameters<typeof invalid>[0]
type Preview = { result: ReturnType<typeof asTyped>; preview: ClosurePreview }

/** Closes the days and cancels their lessons, once the page has said how many there are. */
async function cancelLessons(
  actor: Actor,
  days: DaysForm,
  submission: Days,
): Promise<ReturnType<typeof closed> | ReturnType<typeof previewed>> {
  const canceling = { ...days, cancelSessions: true }
  if (days.confirmed !== undefined) {
    const planned = await readPlanned(actor, [days])
    const added = planned.canceled === days.confirmed ? addClosure(actor, canceling, { planned }) : undefined
    if (added && (added.ok || added.reason !== "changed")) return closed(days, added, submission)
  }
  const preview = await previewClosure(actor, days)
  if (preview.lessons > 0) return previewed(submission, preview)
  return closed(days, addClosure(actor, canceling), submission)
}

const previewed = (submission: Days, preview: ClosurePreview) =>
  data<Preview>({ result: asTyped(submission), preview })

/** Closes the days, and goes on to where each lesson is moved or canceled. */
function chooseLessons(actor: Actor, days: DaysForm, submission: Days) {
  const added = addClosure(actor, days)
  if (!added.ok || added.left === 0) return closed(days, added, submission)
  return redirectWithToast(
    paths.closureLessons(added.closureId, { prefer: "move" }),
    `${days.name} added. Check where its lessons move.`,
  )
}

/** After a closure was added: what it canceled, with an undo, where its emails wait. */
function closed(days: DaysForm, added: ReturnType<typeof addClosure>, submission: Days) {
  if (!added.ok)
    return added.reason === "wrong-order"
      ? invalid(submission, wrongOrder)
      : invalid(
          submission,
          { name: "Lessons on these days were already canceled for a closure with this name." },
          409,
        )
  const { closureId, cancelled, left, taskId } = added
  if (taskId) return redirect(paths.task(taskId), 303)
  const text = [
    `${days.name} added.`,
    cancelled > 0 ? `${countOf(cancelled, "lesson")} canceled.` : "",
    cancelled > 0 ? "Nothing is sent until you send the emails." : "",
    left > 0 ? `${countOf(left, "lesson stays", "lessons stay")} on the schedule.` : "",
  ]
    .filter(Boolean)
    .join(" ")
  if (cancelled === 0 && left > 0)
    return redirectWithToast(paths.schoolSettings(), {
      title: text,
      tone: "good",
      links: [{ label: "Cancel or move lessons", to: paths.closureLessons(closureId) }],
    })
  if (cancelled === 0) return toasted(text)
  const undo = { to: paths.schoolSettings(), fields: { intent: "undo-closures", days: closureId } }
  return redirectWithUndo(paths.closureLessons(closureId), text, undo)
}
