import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { DateField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { ClashHelp } from "~/components/teaching/class/clash-help"
import { LeaveOut } from "~/components/teaching/class/leave-out"
import { RuleEffectNote } from "~/components/teaching/class/rule-effect"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { classOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import {
  asksForNames,
  type NameOffer,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { findClass } from "~/models/teaching/class/find-class.server"
import { effectText, type Recipients } from "~/models/teaching/session/rule-effect"
import { presentRule } from "~/models/teaching/session/schedule-change.server"
import type { Refused } from "~/models/teaching/session/slot-check"
import { SwapTimesForm, type SwapTimesPlan } from "~/models/teaching/session/swap-weekly-times"
import {
  offerSwapTimes,
  planSwapTimes,
  swapWeeklyTimes,
} from "~/models/teaching/session/swap-weekly-times.server"
import { toldText } from "~/texts/foundation/leaving"
import { changedByThenText, slotMessages, swapTimesRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** Swaps a weekly time with another student's, from a day on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const time = new URL(request.url).searchParams.get("time")
  const timeId = time === null ? found.rules[0]?.id : presentRule(actor, found, time)
  const rule = found.rules.find(({ id }) => id === timeId)
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
  const scheduleId = presentRule(actor, found, String(form.get("scheduleId") ?? ""))
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
  const wish = { ...value, scheduleId, classId: found.id, leavesClashing: leaves, override }
  const shown = { ...nothing, offer, leavesClashing: leaves, reason: reason ?? "" }
  const done = intent === "save" ? swapWeeklyTimes(actor, wish, seen) : planSwapTimes(actor, wish)
  if (!done.ok && done.reason === "not-previewed") {
    const messages = { form: "Check what the swap changes now, then press “Swap times”." }
    const { result } = invalid(submission, messages).data
    return data({ ...shown, plan: done.plan, result }, { status: 409 })
  }
  if (!done.ok) {
    const { messages, refused } =
      done.reason === "clash" ||
      done.reason === "unknown-teacher" ||
      done.reason === "unknown-room" ||
      done.reason === "class-ended"
        ? slotMessages(done)
        : done.reason === "changed-by-then"
          ? { messages: { from: changedByThenText(done) }, refused: null }
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

type SwapTimesAnswer = {
  result: SubmissionResult<string[]>
  plan: SwapTimesPlan | null
  refused: Refused | null
  leavesClashing: boolean
  /** The reason that the plan accepts clashes for. */
  reason: string
}

type SwapTimesProps = { scheduleId: string; offer: NameOffer; day: string; answer?: SwapTimesAnswer }
type Fields = Record<"withId" | "from" | "leavesClashing" | "overrideReason", string>

/** Chooses whose weekly time it is swapped with and from when; what that changes is shown before it is done. */
function SwapTimes({ scheduleId, offer, day, answer }: SwapTimesProps) {
  const [form, fields] = useForm<Fields>({
    id: "swap",
    lastResult: answer?.result,
    defaultValue: { from: day },
  })
  const plan = answer?.plan
  return (
    <PostForm className="form group" {...getFormProps(form)}>
      <EnterButton intent="preview" formNoValidate={offer.isSearched}>
        Preview swap
      </EnterButton>
      <input type="hidden" name="scheduleId" value={scheduleId} />
      <NameChoiceField
        meta={fields.withId}
        label="Swap with"
        sought="a student’s class"
        prompt="Choose a weekly time"
        offer={offer}
        source={paths.classNames({ time: scheduleId })}
      />
      <DateField
        meta={fields.from}
        label="From"
        hint="Swaps begin with a whole week, so that both students have one lesson in it."
        min={day}
      />
      {plan ? <PlanNote plan={plan} /> : null}
      <LeaveOut meta={fields.leavesClashing} answer={answer} isNew={false} />
      <ClashHelp refused={answer?.refused ?? null} meta={fields.overrideReason} />
      {plan ? (
        <>
          <input type="hidden" name="seen" value={plan.sign} />
          {answer.reason ? <input type="hidden" name="overrideReason" value={answer.reason} /> : null}
        </>
      ) : null}
      <p className="buttons">
        <SubmitButton
          intent="preview"
          isMain
          variant={plan ? "secondary" : "primary"}
          pending="Checking…"
          label="Preview swap"
        />
        {plan ? (
          <SubmitButton intent="save" variant="primary" pending="Swapping…" label="Swap times" />
        ) : null}
      </p>
    </PostForm>
  )
}

function PlanNote({ plan: { from, sides } }: { plan: SwapTimesPlan }) {
  return (
    <>
      <p role="status">
        <b>The swap starts {formatDate(from, "medium")}.</b> Each class keeps its teacher, room and length.
        Families read only about their own child’s new time.
      </p>
      {sides.map(({ classId, className, was, is, effect }) => (
        <section className="stack" key={classId} aria-labelledby={`swap-${classId}`}>
          <h3 id={`swap-${classId}`}>{className}</h3>
          <p>
            {was} → {is}
          </p>
          <RuleEffectNote effect={effect} />
        </section>
      ))}
    </>
  )
}
