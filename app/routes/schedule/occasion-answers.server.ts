import { data } from "@remix-run/node"
import type { InviteOffer } from "~/components/teaching/occasion/invite-form"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { asksForNames, type NameWish, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { chooseGuests } from "~/models/overview/occasion-choice/choose-guests.server"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import type { Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { type OccasionRefusal, occasionRefusals } from "~/models/teaching/occasion/occasion"
import { cancelOccasion, deleteOccasion, publishOccasion } from "~/models/teaching/occasion/occasion.server"
import { CancelForm, GuestForm, InviteForm } from "~/models/teaching/occasion/occasion-form"
import { inviteStudents, listGuestIds, removeGuest } from "~/models/teaching/occasion/occasion-guests.server"
import { asksToFind } from "~/routes/students/student-choice.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

// What the office's forms on the page of an event do.

/** The students and classes to choose from. */
export const offerGuests = (
  actor: Actor,
  { id, localDate }: Occasion,
  { search, chosen }: { search: string; chosen: string[] },
  wish: NameWish,
): InviteOffer => ({
  chosen,
  searched: search.trim(),
  offered: offerStudents(actor, { search, chosen, exceptIds: listGuestIds(actor, id) }),
  classes: offerClassNames(actor, localDate, wish),
})

export function answerOccasionForm(actor: Actor, occasion: Occasion, form: FormData) {
  switch (form.get("intent")) {
    case "remove":
      return remove(actor, occasion, form)
    case "publish":
      return publish(actor, occasion)
    case "cancel":
      return cancel(actor, occasion, form)
    case "delete": {
      const deleted = deleteOccasion(actor, occasion.id)
      if (deleted.ok) return redirectWithToast(paths.occasions(), `${deleted.title} deleted.`)
      return refused(deleted.reason)
    }
    case "invite":
    case "find":
      return invite(actor, occasion, form)
    default:
      throw notFound()
  }
}

function refused(reason: OccasionRefusal) {
  if (reason === "not-found") throw notFound()
  const result = { status: "error" as const, error: { "": [occasionRefusals[reason]] } }
  return data({ form: "event", result }, { status: 409 })
}

const people = (told: number) => countOf(told, "person", "people")

function invite(actor: Actor, occasion: Occasion, form: FormData) {
  const chosen = form.getAll("students").map(String).slice(0, 500)
  const search = String(form.get("search") ?? "").slice(0, 100)
  const offer = offerGuests(actor, occasion, { search, chosen }, readNameWish(form, "classId"))
  const submission = readForm(form, { schema: InviteForm })
  const answer = { form: "invite", offer }
  if (asksToFind(form, "search") || asksForNames(form))
    return data({ ...answer, result: asTyped(submission) })
  if (submission.status !== "success")
    return data({ ...answer, ...invalid(submission).data }, { status: 400 })
  const wanted = chooseGuests(actor, submission.value)
  if (!wanted.ok) return data({ ...answer, ...invalid(submission, wanted.messages).data }, { status: 409 })
  const invited = inviteStudents(actor, occasion.id, wanted.studentIds)
  if (!invited.ok) {
    if (invited.reason === "not-found") throw notFound()
    const messages = { form: occasionRefusals[invited.reason] }
    return data({ ...answer, ...invalid(submission, messages).data }, { status: 409 })
  }
  return redirectWithToast(
    paths.occasion(occasion.id),
    invited.invited === 0
      ? "All of them are invited already."
      : `${countOf(invited.invited, "student")} invited.${invited.told > 0 ? ` ${people(invited.told)} emailed.` : ""}`,
  )
}

function remove(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: GuestForm })
  if (submission.status !== "success") throw notFound()
  const removed = removeGuest(actor, occasion.id, submission.value.student)
  if (!removed.ok) throw notFound()
  return redirectWithToast(paths.occasion(occasion.id), `${removed.name} removed.`)
}

function publish(actor: Actor, occasion: Occasion) {
  const published = publishOccasion(actor, occasion.id)
  if (!published.ok) return refused(published.reason)
  return redirectWithToast(paths.occasion(occasion.id), `Event published. ${people(published.told)} emailed.`)
}

function cancel(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: CancelForm })
  if (submission.status !== "success")
    return data({ form: "cancel-event", ...invalid(submission).data }, { status: 400 })
  const canceled = cancelOccasion(actor, occasion.id, submission.value.reason)
  if (!canceled.ok) return refused(canceled.reason)
  return redirectWithToast(paths.occasion(occasion.id), `Event canceled. ${people(canceled.told)} emailed.`)
}
