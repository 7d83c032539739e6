import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { pageTitle } from "~/components/shell/frame"
import { ClassChangeEffect } from "~/components/teaching/class/class-change-effect"
import { OverrideFields } from "~/components/teaching/schedule/slot-fields"
import { TakerField } from "~/components/teaching/teacher-leaving/taker-field"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { asksForNames, offerAll } from "~/models/foundation/name-search/name-search"
import { listLedOccasions } from "~/models/teaching/occasion/hand-over-occasions.server"
import type { Recipients } from "~/models/teaching/session/rule-effect"
import { overrideOf } from "~/models/teaching/session/session-form"
import {
  deactivateTeacher,
  findTeacherDuties,
  findTeacherWithState,
  letTeacherStay,
  listOpenClasses,
} from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import {
  findHandOver,
  hasManyLessons,
  letTeacherLeave,
} from "~/models/teaching/teacher-leaving/hand-over-classes.server"
import { listTakerFacts, offerTakers } from "~/models/teaching/teacher-leaving/offer-takers.server"
import {
  eventTakerFind,
  eventTakerName,
  takerFind,
  takerName,
} from "~/models/teaching/teacher-leaving/teacher-leaving"
import { DeactivateTeacherForm, takersOf } from "~/models/teaching/teacher-leaving/teacher-leaving-form"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"

const formId = "deactivate"
const noNames = offerAll([])
const tooManyToPreview = "There are now too many lessons for a preview. Nothing has changed."

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacher = findTeacherWithState(actor, params.teacherId ?? "")
  if (!teacher || teacher.deactivatedAt !== null) throw notFound()
  const duties = findTeacherDuties(actor, teacher.id)
  const handOver = findHandOver(actor, teacher.id)
  return {
    teacher: { id: teacher.id, name: teacher.name, lastDay: teacher.lastDay },
    isSelf: teacher.memberId !== null && teacher.memberId === actor.memberId,
    hasLogin: teacher.memberId !== null,
    ...duties,
    /** Many classes are handed over one by one: no preview goes through all of them. */
    hasPreview: duties.classes.length + duties.events.length > 0 && !hasManyLessons(actor, teacher.id),
    underWay: handOver ? [handOver] : [],
    facts: listTakerFacts(actor),
    offers: offerTakers(actor, teacher.id, {
      classIds: duties.classes.map(({ id }) => id),
      eventIds: duties.events.map(({ id }) => id),
    }),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  return intents(request, paths.teacher(teacherId), {
    stay: act({ run: () => letTeacherStay(actor, teacherId), saved: stays }),
    else: (form) => leave(actor, teacherId, form),
  })
}

async function leave(actor: Actor, teacherId: string, form: FormData) {
  const submission = readForm(form, { schema: DeactivateTeacherForm })
  const classIds = listOpenClasses(actor, teacherId).map(({ id }) => id)
  const eventIds = listLedOccasions(actor, teacherId).map(({ id }) => id)
  const offers = offerTakers(actor, teacherId, { classIds, eventIds }, form)
  const nothing = { offers, told: null as Recipients | null, mayOverride: false }
  const refuse = (
    problems?: Record<string, string>,
    status = 400,
    mayOverride = form.has("overrideReason"),
  ) => data({ ...nothing, result: invalid(submission, problems).data.result, mayOverride }, { status })
  const asIs = (told: Recipients | null) => data({ ...nothing, result: asTyped(submission), told })
  if (asksForNames(form)) return answerSearch(form, submission, nothing)
  if (submission.status !== "success") return refuse()
  const takers = takersOf(submission.value)
  const { lastDay } = submission.value
  if (lastDay && lastDay < todayOf(actor))
    return refuse({ lastDay: "Enter today or a later day, or leave this blank." })
  const isPreview = intentOf(form) === "preview"
  // A page opened while there were fewer lessons still has the button.
  if (isPreview && hasManyLessons(actor, teacherId)) return refuse({ form: tooManyToPreview }, 409)
  const done = isPreview
    ? rehearse(() => ({ taskId: null, ...deactivateTeacher(actor, teacherId, takers, undefined, lastDay) }))
    : letTeacherLeave(actor, teacherId, takers, overrideOf(submission.value), lastDay)
  if (!done.ok)
    switch (done.reason) {
      case "not-found":
        throw notFound()
      case "unknown-teacher":
        return refuse({ [takerName(done.classId)]: "Choose another teacher." })
      case "unknown-lead":
        return refuse({ [eventTakerName(done.occasionId)]: "Choose another teacher." })
      case "clash": {
        const why = `${done.clashes.slice(0, 3).join(" ")} Choose another teacher, or none for now.`
        return refuse({ [takerName(done.classId)]: why }, 409, done.mayOverride)
      }
    }
  if (done.taskId !== null) return redirect(paths.task(done.taskId), 303)
  if (isPreview) return asIs(done.told)
  const moved = done.classes > 0 ? ` ${countOf(done.classes, "class", "classes")} handed over.` : ""
  return lastDay
    ? redirectWithToast(
        paths.teacher(teacherId),
        `${done.name} leaves after ${formatDate(lastDay, "medium")}.${moved}`,
      )
    : redirectWithToast(paths.teachers(), `${done.name} deactivated.${moved}`)
}

/** What is said where a last day was taken back. */
function stays({ name, classes, others }: { name: string; classes: number; others: string[] }) {
  const text = [
    ...(classes > 0 ? [`${countOf(classes, "class", "classes")} kept.`] : []),
    ...(others.length > 0 ? [`Handed over all the same: ${others.join(", ")}.`] : []),
  ].join(" ")
  return { title: `${name} stays.`, text, tone: others.length > 0 ? ("bad" as const) : ("good" as const) }
}

export const meta = pageTitle<typeof loader>((found) => `Deactivate ${found.teacher.name}`)

export default function DeactivateTeacher() {
  const { teacher, isSelf, hasLogin, classes, events, covered, hasPreview, underWay, facts, ...loaded } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const offers = answer?.offers ?? loaded.offers
  const typed = result?.initialValue as
    | (Record<"class" | "event", Record<string, string>> & { lastDay?: string })
    | undefined
  return (
    <div className="stack narrow">
      <AnswerSummary formId={formId} result={result} />
      <PageHead
        title={`Deactivate ${teacher.name}`}
        back={{ to: paths.teacher(teacher.id), label: teacher.name }}
      />
      <p>
        This frees a teacher spot on your plan. Past lessons, attendance and pay stay.
        {isSelf
          ? " You stay the administrator and can still log in."
          : hasLogin
            ? ` ${teacher.name} can no longer log in.`
            : ""}
        {covered > 0
          ? ` ${countOf(covered, "lesson")} covered for other teachers ${covered === 1 ? "goes" : "go"} back to them, or ${covered === 1 ? "waits" : "wait"} under Lessons to settle where they’re away or taken.`
          : ""}
        {classes.length + covered > 0 ? " Families and the new teachers get an email." : ""}
        {events.length > 0 ? " Who takes over an event gets an email." : ""}
      </p>
      {teacher.lastDay ? (
        <Callout>
          <p>
            {teacher.name} leaves after {formatDate(teacher.lastDay, "medium")}. Until then they teach and log
            in as before.
          </p>
          <ActButton label={`Keep ${teacher.name}`} intent="stay" pending="Saving…" />
        </Callout>
      ) : null}
      <TasksUnderWay tasks={underWay} />
      <PostForm className="form">
        <DateField
          meta={{
            key: undefined,
            id: `${formId}-lastDay`,
            name: "lastDay",
            errorId: `${formId}-lastDay-error`,
            descriptionId: `${formId}-lastDay-description`,
            initialValue: typed ? typed.lastDay : (teacher.lastDay ?? undefined),
            errors: result?.error?.lastDay ?? undefined,
          }}
          label="Last day"
          hint="Classes and later events change hands the day after. Leave blank to deactivate now."
          optional
        />
        {classes.length > 0 ? (
          <fieldset className="section">
            <legend>Who takes over the classes and their students?</legend>
            {classes.map(({ id, name, instrument, students, laterTeacherId }) => (
              <TakerField
                key={id}
                {...{ instrument, facts }}
                name={takerName(id)}
                find={takerFind(id)}
                label={`${name}, ${countOf(students, "student")}`}
                title={name}
                offer={offers.shared ?? offers.byClass[id] ?? noNames}
                chosen={(typed ? typed.class?.[id] : laterTeacherId) ?? ""}
                problem={result?.error?.[takerName(id)]?.join(" ")}
              />
            ))}
          </fieldset>
        ) : (
          <p>{teacher.name} has no classes to hand over.</p>
        )}
        {events.length > 0 ? (
          <fieldset className="section">
            <legend>Who takes charge of the events?</legend>
            {events.map(({ id, title, when }) => (
              <TakerField
                key={id}
                name={eventTakerName(id)}
                find={eventTakerFind(id)}
                label={`${title}, ${when}`}
                title={title}
                offer={offers.shared ?? offers.byEvent[id] ?? noNames}
                chosen={typed?.event?.[id] ?? ""}
                problem={result?.error?.[eventTakerName(id)]?.join(" ")}
              />
            ))}
          </fieldset>
        ) : null}
        {answer?.told ? <ClassChangeEffect told={answer.told} /> : null}
        <OverrideFields
          refused={answer?.mayOverride ? { alternatives: [], mayOverride: true } : null}
          meta={{
            key: undefined,
            id: `${formId}-overrideReason`,
            name: "overrideReason",
            errorId: `${formId}-overrideReason-error`,
            descriptionId: `${formId}-overrideReason-description`,
            initialValue: result?.initialValue?.overrideReason as string | undefined,
            errors: result?.error?.overrideReason ?? undefined,
          }}
        />
        <p className="buttons">
          <SubmitButton intent="save" variant="danger-primary" pending="Deactivating…" isMain>
            Deactivate {teacher.name}
          </SubmitButton>
          {hasPreview ? (
            <SubmitButton
              intent="preview"
              variant="secondary"
              pending="Checking…"
              label="Preview who gets an email"
            />
          ) : null}
        </p>
      </PostForm>
    </div>
  )
}
