import { data } from "@remix-run/node"
import { guestFormId } from "~/components/teaching/occasion/guest-list"
import type { InviteOffer } from "~/components/teaching/occasion/invite-form"
import { notFound } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { withoutRight } from "~/http/responses.server"
import { redirectAfterDeleting, redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { seesFamilyMoney } from "~/models/foundation/access/family-money"
import { asksForNames, type NameWish, readNameWish } from "~/models/foundation/name-search/name-search"
import { unreachedText } from "~/models/foundation/outbox/bounce"
import type { FeeOutcome } from "~/models/money/event-fee/event-fee"
import {
  cancelWithFees,
  chargeUncharged,
  enterWithFee,
  mayCharge,
  removeWithFee,
  undoCharges,
  undoWithFee,
} from "~/models/money/event-fee/event-fee.server"
import { chooseGuests } from "~/models/overview/occasion-choice/choose-guests.server"
import { offerStudents } from "~/models/teaching/class/offer-students.server"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import type { Occasion } from "~/models/teaching/occasion/find-occasion.server"
import { deleteOccasion, publishOccasion, tellTheOthers } from "~/models/teaching/occasion/occasion.server"
import {
  CancelForm,
  ChargeForm,
  GuestForm,
  InviteForm,
  UndoChargesForm,
} from "~/models/teaching/occasion/occasion-form"
import { inviteStudents, listGuestIds } from "~/models/teaching/occasion/occasion-guests.server"
import type { Telling } from "~/models/teaching/occasion/tell-occasion.server"
import { asksToFind, choosesAmong } from "~/routes/students/student-choice.server"
import { canceledFeesText, feeOutcomeText } from "~/texts/money/event-fees"
import { type OccasionRefusal, occasionRefusals } from "~/texts/teaching/refusals"
import { countOf, formFor } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
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
  const inviting = () => invite(actor, occasion, form)
  return intents(form, paths.occasion(occasion.id), {
    remove: () => remove(actor, occasion, form),
    "enter-yes": () => enter(actor, occasion, form, "yes"),
    "enter-no": () => enter(actor, occasion, form, "no"),
    "undo-answer": () => undo(actor, occasion, form),
    tell: () => {
      const told = tellTheOthers(actor, occasion.id)
      if (!told.ok) return refused(told.reason)
      return afterTelling(occasion, told.reach.reached.length > 0 ? "Emails sent." : "No emails sent.", told)
    },
    publish: () => publish(actor, occasion),
    cancel: () => cancel(actor, occasion, form),
    delete: () => {
      const deleted = deleteOccasion(actor, occasion.id)
      if (!deleted.ok) return refused(deleted.reason)
      return redirectAfterDeleting(paths.occasions(), `${deleted.title} deleted.`, occasion.id)
    },
    charge: () => chargeAll(actor, occasion, form),
    "undo-charges": () => undoAll(actor, occasion, form),
    invite: inviting,
    find: inviting,
  })
}

function refused(reason: OccasionRefusal) {
  if (reason === "not-found") throw notFound()
  const result = { status: "error" as const, error: { "": [occasionRefusals[reason]] } }
  return data({ form: "event", result }, { status: 409 })
}

const people = (told: number) => countOf(told, "person", "people")

/** What was done, with how many were emailed; many are emailed by a task, which shows how far it is. */
export const afterTelling = ({ id }: Occasion, done: string, { reach, taskId }: Telling) =>
  redirectWithToast(taskId === null ? paths.occasion(id) : paths.task(taskId), {
    title: reach.reached.length > 0 ? `${done} ${people(reach.reached.length)} emailed.` : done,
    text: unreachedText(reach) || undefined,
    tone: reach.returned.length > 0 ? "bad" : "good",
  })

function invite(actor: Actor, occasion: Occasion, form: FormData) {
  const chosen = form.getAll("students").map(String).slice(0, 500)
  const search = String(form.get("search") ?? "").slice(0, 100)
  const offer = offerGuests(actor, occasion, { search, chosen }, readNameWish(form, "classId"))
  const submission = readForm(form, { schema: InviteForm })
  const answer = { form: "invite", offer }
  const isChosen = (text: string) => choosesAmong(form, offerStudents(actor, { search: text, chosen: [] }))
  if (asksToFind(form, "search", isChosen) || asksForNames(form))
    return answerSearch(form, submission, answer)
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
  const done =
    invited.invited === 0 ? "No one new to invite." : `${countOf(invited.invited, "student")} invited.`
  const former = `${joinNames(invited.left)} left the school and ${invited.left.length > 1 ? "aren’t" : "isn’t"} invited: change the status first.`
  return afterTelling(occasion, invited.left.length > 0 ? `${done} ${former}` : done, invited)
}

/** What became of the fee, to those who see what families pay. */
const feeSaid = (actor: Actor, fee: FeeOutcome): string =>
  seesFamilyMoney(actor) ? feeOutcomeText(fee, actor.school.currency) : ""

function remove(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: GuestForm })
  if (submission.status !== "success") throw notFound()
  const removed = removeWithFee(actor, occasion.id, submission.value.student)
  if (!removed.ok) return refused(removed.reason)
  const { guestId, name, told } = removed
  const later = told > 0 ? ` ${people(told)} ${formFor(told, "gets", "get")} an email in two minutes.` : ""
  return redirectAfterDeleting(
    paths.occasion(occasion.id),
    `${name} removed.${feeSaid(actor, removed.fee)}${later}`,
    guestId,
  )
}

/** What a family said on the phone. */
function enter(actor: Actor, occasion: Occasion, form: FormData, answer: "yes" | "no") {
  const submission = readForm(form, { schema: GuestForm })
  if (submission.status !== "success") {
    if (!submission.error?.companions) throw notFound()
    return data({ form: guestFormId(form.get("student")), ...invalid(submission).data }, { status: 400 })
  }
  const { student, companions } = submission.value
  const entered = enterWithFee(actor, occasion.id, student, answer, companions)
  if (!entered.ok) return refused(entered.reason)
  const to = paths.occasion(occasion.id)
  const guests = companions ? ` with ${countOf(companions, "guest")}` : ""
  const said = answer === "yes" ? `${entered.name} takes part${guests}.` : `${entered.name} can’t come.`
  const done = `${said}${feeSaid(actor, entered.fee)}`
  if (!entered.changed) return redirectWithToast(to, done)
  return redirectWithUndo(to, done, { to, fields: { intent: "undo-answer", student } })
}

function undo(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: GuestForm })
  if (submission.status !== "success") throw notFound()
  const undone = undoWithFee(actor, occasion.id, submission.value.student)
  if (!undone.ok) return refused(undone.reason)
  return redirectWithToast(
    paths.occasion(occasion.id),
    `Answer of ${undone.name} undone.${feeSaid(actor, undone.fee)}`,
  )
}

function publish(actor: Actor, occasion: Occasion) {
  const published = publishOccasion(actor, occasion.id)
  if (!published.ok) return refused(published.reason)
  return afterTelling(occasion, "Event published.", published)
}

function cancel(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: CancelForm })
  if (submission.status !== "success")
    return data({ form: "cancel-event", ...invalid(submission).data }, { status: 400 })
  const canceled = cancelWithFees(actor, occasion.id, submission.value.reason)
  if (!canceled.ok) return refused(canceled.reason)
  const fees = seesFamilyMoney(actor) ? canceledFeesText(canceled.fees) : ""
  return afterTelling(occasion, `Event canceled.${fees}`, canceled)
}

/** The fee of those who said yes before there was one. */
function chargeAll(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: ChargeForm })
  if (!mayCharge(actor)) throw withoutRight(actor, "invoice:issue")
  if (submission.status !== "success") throw notFound()
  const { student: students, fee: feeMinor, sum: totalMinor } = submission.value
  const charged = chargeUncharged(actor, occasion.id, { students, feeMinor, totalMinor })
  if (!charged.ok) return refused(charged.reason === "fee-changed" ? "others-to-charge" : charged.reason)
  const to = paths.occasion(occasion.id)
  const sum = formatMoney(charged.totalMinor, actor.school.currency)
  return redirectWithUndo(to, `${countOf(charged.students, "fee")} charged, ${sum}.`, {
    to,
    fields: { intent: "undo-charges", from: String(charged.from), until: String(charged.until) },
  })
}

function undoAll(actor: Actor, occasion: Occasion, form: FormData) {
  const submission = readForm(form, { schema: UndoChargesForm })
  if (!mayCharge(actor)) throw withoutRight(actor, "invoice:issue")
  if (submission.status !== "success") throw notFound()
  const done = undoCharges(actor, occasion.id, submission.value)
  return redirectWithToast(paths.occasion(occasion.id), canceledFeesText(done).trim() || "No fees to undo.")
}
