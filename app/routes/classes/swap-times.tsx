import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { SwapTimes, type SwapTimesAnswer } from "~/components/teaching/class/swap-times-form"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { classOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound, orNotFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { asksForNames, nothingSought, readNameWish } from "~/models/foundation/name-choice/name-offer"
import { findClass } from "~/models/teaching/class/find-class.server"
import { effectText, type Recipients, toldText } from "~/models/teaching/session/rule-effect"
import { SwapTimesForm, type SwapTimesPlan } from "~/models/teaching/session/swap-weekly-times"
import {
  offerSwapTimes,
  planSwapTimes,
  swapWeeklyTimes,
} from "~/models/teaching/session/swap-weekly-times.server"
import { slotMessages, swapTimesRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { paths } from "~/utils/paths"

/** Swaps a weekly time with another student's, from a day on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const time = new URL(request.url).searchParams.get("time")
  const rule = time === null ? found.rules[0] : found.rules.find(({ id }) => id === time)
  if (time !== null && !rule) throw notFound()
  return {
    class: { id: found.id, name: found.name },
    rule: rule ? { id: rule.id, text: rule.text, minutes: rule.minutes } : null,
    offer: rule ? (offerSwapTimes(actor, rule.id, nothingSought) ?? null) : null,
    day: todayOf(actor),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  const submission = readForm(form, { schema: SwapTimesForm })
  const scheduleId = String(form.get("scheduleId") ?? "")
  const offer = offerSwapTimes(actor, scheduleId, readNameWish(form, "withId")) ?? null
  const nothing: Omit<SwapTimesAnswer, "result"> = {
    ...{ plan: null, refused: null, reason: "" },
    leavesClashing: form.get("leavesClashing") === "on",
  }
  if (asksForNames(form)) return answerSearch(form, submission, { ...nothing, offer })
  if (submission.status !== "success")
    return data({ ...nothing, offer, result: invalid(submission).data.result }, { status: 400 })
  const { seen, intent, overrideReason: reason, leavesClashing, ...value } = submission.value
  const leaves = leavesClashing === "on" && intent !== "override"
  const override = reason ? { reason } : undefined
  const wish = { ...value, classId: found.id, leavesClashing: leaves, override }
  const shown = { ...nothing, offer, leavesClashing: leaves, reason: reason ?? "" }
  const done = intent === "save" ? swapWeeklyTimes(actor, wish, seen) : planSwapTimes(actor, wish)
  if (!done.ok && done.reason === "not-previewed") {
    const messages = { form: "Check what the swap changes now, then press “Swap times”." }
    const { result } = invalid(submission, messages).data
    return data({ ...shown, plan: done.plan, result }, { status: 409 })
  }
  if (!done.ok) {
    const { messages, refused } =
      done.reason === "clash" || done.reason === "unknown-teacher" || done.reason === "unknown-room"
        ? slotMessages(done)
        : { messages: swapTimesRefusals[done.reason], refused: null }
    return data({ ...shown, refused, result: invalid(submission, messages).data.result }, { status: 409 })
  }
  if (intent !== "save") return data({ ...shown, plan: done.plan, result: asTyped(submission) })
  return redirectWithToast(paths.classSchedule(found.id), {
    title: `Weekly times swapped. ${sidesText(done.plan)}`,
    text: toldText(toldOf(done.plan)) || undefined,
    tone: "good",
    undo: { to: paths.classSchedule(found.id), fields: { intent: "undo", change: done.changeId } },
  })
}

const sidesText = ({ sides }: SwapTimesPlan) =>
  sides.map(({ className, effect }) => `${className}: ${effectText(effect)}`).join(" ")

/** Who gets an email, each person once. */
function toldOf({ sides }: SwapTimesPlan): Recipients {
  const those = (of: keyof Recipients) => [
    ...new Map(sides.flatMap(({ effect }) => effect.told[of]).map((each) => [each.email, each])).values(),
  ]
  return { families: those("families"), teachers: those("teachers") }
}

export const handle: FramedPage = { tab: "lessons", column: "stack narrow" }

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, swap weekly times`)

export default function SwapTimesPage() {
  const { class: schoolClass, rule, day, ...loaded } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const offer = answer?.offer ?? loaded.offer
  return (
    <section className="section" aria-labelledby="swap-title">
      <AnswerSummary formId="swap" result={answer?.result} />
      <h2 id="swap-title">Swap weekly times</h2>
      {!rule || !offer ? (
        <EmptyState>
          Only the weekly time of a private class with a student can be swapped.{" "}
          <Link to={paths.classSchedule(schoolClass.id)}>Change the weekly time</Link>
        </EmptyState>
      ) : !offer.isSearched && offer.choices.length === 0 ? (
        <EmptyState>
          No other student has a weekly time to swap with.{" "}
          <Link to={paths.classSchedule(schoolClass.id)}>Change the weekly time</Link>
        </EmptyState>
      ) : (
        <>
          <p>
            {schoolClass.name} meets {rule.text}, {rule.minutes} min. From the day you choose, the two
            students have each other’s day and time.
          </p>
          <SwapTimes scheduleId={rule.id} offer={offer} day={day} answer={answer} />
        </>
      )}
    </section>
  )
}
