import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { classNoun } from "~/components/teaching/class/class-labels"
import { RuleForm as RuleFormView } from "~/components/teaching/class/rule-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { classOfPage } from "~/http/page-reads.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { isLeaving, RuleForm } from "~/models/teaching/class/class-form"
import { listClassSessions } from "~/models/teaching/class/class-sessions.server"
import { type ClassFacts, findClass } from "~/models/teaching/class/find-class.server"
import { addWeeklyTime, undoAddedTime } from "~/models/teaching/class/schedule.server"
import { changeRule } from "~/models/teaching/session/change-schedule.server"
import { everyWeeksOf, weekdaysOf } from "~/models/teaching/session/pattern"
import {
  effectText,
  type FirstLessons,
  type RuleEffect,
  scheduledText,
} from "~/models/teaching/session/rule-effect"
import { listChanges, listFirstRules, presentRule } from "~/models/teaching/session/schedule-change.server"
import { overrideOf, withWeeklySlot } from "~/models/teaching/session/session-form"
import { type SkippedTime, skippedTexts } from "~/models/teaching/session/skipped-time"
import { listSkipped } from "~/models/teaching/session/skipped-time.server"
import type { Refused } from "~/models/teaching/session/slot-check"
import { undoScheduleChange } from "~/models/teaching/session/undo-schedule-change.server"
import { toldText } from "~/texts/foundation/leaving"
import { slotMessages, undoRuleRefusals } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  const [next] = listClassSessions(actor, found.id, 20).filter(({ register }) => register === "expected")
  const changes = listChanges(actor, found.id)
  const first = listFirstRules(actor, found.id, found.rules)
  return {
    class: found,
    rules: found.rules.map((rule) => ({
      ...rule,
      first: first.get(rule.id) ?? rule.id,
      change: changes.get(rule.id),
      skipped: skippedTexts(listSkipped(actor, [rule])),
      weekdays: weekdaysOf(rule.rrule).map(String),
      everyWeeks: String(everyWeeksOf(rule.rrule)),
    })),
    next: next ? { id: next.id, localDate: next.localDate, startTime: next.startTime } : null,
    day: todayOf(actor),
    isSolo: actor.school.kind === "solo",
  }
}

type Answer = {
  effect: RuleEffect | null
  made: FirstLessons | null
  skipped: readonly SkippedTime[]
  refused: Refused | null
  scheduleId: string
  leavesClashing: boolean
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = withWeeklySlot(await request.formData())
  return intents(form, paths.classSchedule(found.id), {
    undo: () => undo(actor, found, String(form.get("change") ?? "")),
    "undo-added": () => undoAdded(actor, found, String(form.get("times") ?? "")),
    else: () => saveTime(actor, found, form),
  })
}

/** Gives the class a weekly time or changes one, or shows what that would do. */
function saveTime(actor: Actor, found: ClassFacts, form: FormData) {
  const submission = readForm(form, { schema: RuleForm })
  const scheduleId = String(submission.payload.scheduleId ?? "")
  const leavesClashing = submission.payload.leavesClashing === "on"
  const nothing: Answer = {
    ...{ effect: null, made: null, skipped: [], refused: null },
    ...{ scheduleId, leavesClashing },
  }
  if (submission.status !== "success")
    return data({ ...nothing, result: invalid(submission).data.result }, { status: 400 })
  const { value } = submission
  const run = () => (value.scheduleId ? change(actor, found, value) : give(actor, found, value))
  const done = value.intent === "preview" ? rehearse(run) : run()
  if (!done.ok) {
    const { messages, refused } = messagesOf(done)
    return data({ ...nothing, refused, result: invalid(submission, messages).data.result }, { status: 409 })
  }
  const effect = "effect" in done ? done.effect : null
  const made =
    "sessions" in done
      ? {
          dates: done.sessions.map(({ localDate }) => localDate),
          unscheduled: done.unscheduled,
          told: done.told,
        }
      : null
  const skipped = "effect" in done ? done.effect.skipped : done.skipped
  if (value.intent === "preview")
    return data({ ...nothing, effect, made, skipped, result: asTyped(submission) })
  const textOf = (told: string) => [told, skippedTexts(skipped)].filter(Boolean).join(" ") || undefined
  if (!("changeId" in done)) {
    const text = textOf(toldText(done.told, done.canUndo))
    const title = scheduledText(done.sessions.length, done.unscheduled.length)
    const fields = { intent: "undo-added", times: done.scheduleIds.join(" ") }
    const undo = done.canUndo ? { to: paths.classSchedule(found.id), fields } : undefined
    return redirectWithToast(paths.class(found.id), { title, text, tone: "good", undo })
  }
  return redirectWithToast(paths.class(found.id), {
    title: effectText(done.effect),
    text: textOf(toldText(done.effect.told)),
    tone: "good",
    undo: { to: paths.classSchedule(found.id), fields: { intent: "undo", change: done.changeId } },
  })
}

function undo(actor: Actor, { id }: ClassFacts, changeId: string) {
  const undone = undoScheduleChange(actor, id, changeId)
  if (!undone.ok) {
    if (undone.reason === "no-change") throw notFound()
    return redirectWithToast(paths.classSchedule(id), {
      title: "Not undone.",
      text: undone.reason === "taken" ? undone.clashes.join(" ") : undoRuleRefusals[undone.reason],
      tone: "bad",
    })
  }
  const lessons = countOf(undone.restored, "lesson is", "lessons are")
  return redirectWithToast(paths.class(id), `Weekly time restored. ${lessons} as before.`)
}

function undoAdded(actor: Actor, { id }: ClassFacts, times: string) {
  const undone = undoAddedTime(actor, id, times.split(" "))
  if (undone.ok)
    return redirectWithToast(
      paths.class(id),
      `Weekly time removed with ${countOf(undone.removed, "lesson")}.`,
    )
  if (undone.reason === "no-change") throw notFound()
  const text = undoRuleRefusals[undone.reason]
  return redirectWithToast(paths.classSchedule(id), { title: "Not undone.", text, tone: "bad" })
}

export const handle: FramedPage = { tab: "lessons", column: "stack narrow" }

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, schedule`)

export default function ClassSchedule() {
  const { class: schoolClass, rules, next, day, isSolo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const noun = classNoun(isSolo)
  const answerOf = (scheduleId: string) => (answer?.scheduleId === scheduleId ? answer : undefined)
  return (
    <>
      <AnswerSummary
        formId={answer?.scheduleId ? `rule-${answer.scheduleId}` : "rule"}
        result={answer?.result}
      />
      {schoolClass.isOver ? (
        <CalloutText>
          This {noun.one} has ended. Restore it from{" "}
          <Link to={paths.endedClasses({ q: schoolClass.name })}>ended {noun.many}</Link> first.
        </CalloutText>
      ) : (
        <>
          {next ? (
            <section className="section" aria-labelledby="one">
              <h2 id="one">Change one lesson</h2>
              <p>
                <Link to={paths.editSession(next.id)}>
                  Move or cancel {formatDate(next.localDate, "short")}, {formatTime(next.startTime)}
                </Link>
                <span className="dim">, or choose another lesson on Overview.</span>
              </p>
            </section>
          ) : null}
          {rules.map((rule) => (
            <section className="form" key={rule.id} aria-labelledby={`t-${rule.id}`}>
              <h2 id={`t-${rule.id}`}>
                {rule.text}, {rule.minutes} min
              </h2>
              {rule.skipped ? <p>{rule.skipped}</p> : null}
              {rule.change ? <UndoRuleChange {...rule.change} /> : null}
              <RuleFormView
                rule={{ ...rule, id: rule.first }}
                answer={answerOf(rule.first)}
                day={day}
                isMain={rule.id === rules[0]?.id}
              />
              {schoolClass.kind === "private" ? (
                <p>
                  <Link to={paths.swapTimes(schoolClass.id, { time: rule.first })}>
                    Swap with another student’s time
                  </Link>
                </p>
              ) : null}
            </section>
          ))}
          {rules.length === 0 ? (
            <section className="form" aria-labelledby="new-rule">
              <h2 id="new-rule">Not scheduled</h2>
              <RuleFormView answer={answerOf("")} day={day} isMain />
            </section>
          ) : (
            <details className="disclosure" open={answerOf("") !== undefined}>
              <summary>Add a weekly time</summary>
              <RuleFormView answer={answerOf("")} day={day} isMain={false} />
            </details>
          )}
        </>
      )}
    </>
  )
}

/** Changes a weekly time from the day the form says; someone may have changed it since its page was opened. */
function change(
  actor: Actor,
  found: ClassFacts,
  { scheduleId: sentId = "", scope, from, ...value }: RuleForm,
) {
  const day = todayOf(actor)
  const scheduleId = presentRule(actor, found, sentId)
  const first = found.rules.find((rule) => rule.id === scheduleId)?.startsOn ?? day
  // All lessons of a time that hasn't begun: none before its first day.
  const start = scope === "following" && from ? from : first > day ? first : day
  const leavesClashing = isLeaving(value)
  return changeRule(actor, found.id, scheduleId, { ...value, leavesClashing, from: start }, overrideOf(value))
}

/** Gives the class another weekly time, or one that rotates. */
function give(actor: Actor, { id }: ClassFacts, { from, ...value }: RuleForm) {
  const startsOn = from ?? todayOf(actor)
  if (value.endsOn && value.endsOn < startsOn) return { ok: false, reason: "ends-before" } as const
  const rule = { ...value, startsOn }
  const leaving = { leavesClashing: isLeaving(value), override: overrideOf(value) }
  return addWeeklyTime(actor, id, rule, value.rotation, leaving)
}

type Refusal = Exclude<ReturnType<typeof change> | ReturnType<typeof give>, { ok: true }>

/** Why a weekly time is refused, by the field it is about. */
function messagesOf(refusal: Refusal): { messages: Record<string, string>; refused: Refused | null } {
  switch (refusal.reason) {
    case "no-schedule":
      return { messages: { form: "This weekly time was removed. Reload the page." }, refused: null }
    case "in-the-past":
      return {
        messages: { from: "Choose today or a later date. Past lessons don’t change." },
        refused: null,
      }
    case "over-by-then":
      return {
        messages: { from: "This weekly time ends before that date. Choose an earlier one." },
        refused: null,
      }
    case "ends-before":
      return { messages: { endsOn: "Enter a last day on or after the first day." }, refused: null }
    default:
      return slotMessages(refusal)
  }
}

/** When a weekly time was changed, and the way back. */
function UndoRuleChange({ id, from, isSwap }: { id: string; from: string; isSwap: boolean }) {
  return (
    <PostForm className="stack" sends={{ change: id }}>
      <p>
        This time starts {formatDate(from, "medium")}. Lessons before it are at the earlier time.
        {isSwap ? " It was swapped with another student’s, who gets it back if you undo." : ""}
      </p>
      <p className="buttons">
        <SubmitButton intent="undo" variant="secondary" pending="Undoing…" label="Undo this change" />
      </p>
    </PostForm>
  )
}
