import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { Form, useActionData, useLoaderData } from "@remix-run/react"
import { Field, SelectField } from "~/components/form/field"
import { FocusFirst } from "~/components/form/focus-first"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { Button } from "~/components/ui/button"
import { FilterInput, FilterSearch } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import type { Actor } from "~/models/foundation/access/actor"
import { nameWithClass } from "~/models/people/student/class-title"
import { findCancelCredits, givesCancelCredits } from "~/models/teaching/credit/cancel-credits.server"
import { cancelEffect } from "~/models/teaching/credit/credit"
import { cancelSession } from "~/models/teaching/session/cancel-session.server"
import { type SessionRow, sessionTitle, teacherNames } from "~/models/teaching/session/session"
import { CancelChosenForm } from "~/models/teaching/session/session-form"
import { findSession } from "~/models/teaching/session/session-list.server"
import { searchComingLessons } from "~/models/teaching/whose-lessons/whose-lessons.server"
import { slotMessages } from "~/texts/teaching/refusals"
import { todayOf } from "~/utils/clock.server"
import { isWithinReach } from "~/utils/dates"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { answerCanceled } from "./canceled.server"

/** The next lessons of a student or a class by name, the soonest chosen: an office cancels one while it is on the phone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { searchParams } = new URL(request.url)
  const search = (searchParams.get("q") ?? "").trim().slice(0, 100)
  const typed = searchParams.get("from") ?? ""
  const from = isWithinReach(typed) ? typed : todayOf(actor)
  const { found, lessons } = searchComingLessons(actor, search, from)
  return {
    search,
    from,
    found,
    lessons: lessons.map((lesson) => ({ value: lesson.id, label: labelOf(lesson) })),
    effect: effectOf(actor, lessons),
    isSolo: actor.school.kind === "solo",
  }
}

/** Which of them it will be isn't known yet. */
function effectOf(actor: Actor, lessons: readonly SessionRow[]): string {
  const effect = cancelEffect(
    { isGiven: givesCancelCredits(actor), enrolled: lessons.length, returned: 0 },
    actor.school.kind === "solo",
  )
  const hasMakeUp = lessons.some(({ students }) => students.some((each) => each.hasMakeUp))
  return hasMakeUp ? `${effect} A make-up credit that was spent on it is available again.` : effect
}

const labelOf = (lesson: SessionRow) => {
  const teachers = teacherNames(lesson)
  const title = sessionTitle(lesson)
  const what = title === lesson.className ? title : nameWithClass(title, lesson.className)
  const when = `${formatDate(lesson.localDate, "short")}, ${formatTime(lesson.startTime)}`
  return `${when}: ${what}${teachers ? ` with ${teachers}` : ""}`
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const submission = readForm(await request.formData(), { schema: CancelChosenForm })
  if (submission.status !== "success") return invalid(submission)
  const { lesson, reason } = submission.value
  const session = orNotFound(findSession(actor, lesson))
  const credits = findCancelCredits(actor, session)
  const canceled = cancelSession(actor, session.id, reason)
  if (canceled.ok) return answerCanceled(session, credits)
  return invalid(submission, slotMessages(canceled).messages, 409)
}

export const meta: MetaFunction = () => [{ title: "Cancel a lesson · Tutti" }]

export default function CancelLesson() {
  const { search, from, found, lessons, effect, isSolo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack narrow">
      <PageHead title="Cancel a lesson" back={{ to: paths.schedule(), label: "Schedule" }} />
      <FocusFirst id="cancel-search" />
      <Form method="get" className="form">
        <div className="columns">
          <div className="field">
            <label htmlFor="cancel-search">{isSolo ? "Student" : "Student or class"}</label>
            <FilterSearch id="cancel-search" name="q" value={search} required autoComplete="off" />
          </div>
          <div className="field">
            <label htmlFor="cancel-from">From</label>
            <FilterInput id="cancel-from" type="date" name="from" value={from} required />
          </div>
        </div>
        <p>
          <Button>Find lessons</Button>
        </p>
      </Form>
      {lessons.length > 0 ? (
        <Chosen key={`${search} ${from}`} lessons={lessons} effect={effect} answer={answer} />
      ) : search ? (
        <p className="dim" role="status">
          {found > 0 ? "No upcoming lessons from this date." : `No results for “${search}.”`}
        </p>
      ) : null}
    </div>
  )
}

type ChosenProps = {
  lessons: { value: string; label: string }[]
  effect: string
  answer: ReturnType<typeof useActionData<typeof action>>
}

/** Which of them, and what families read. */
function Chosen({ lessons, effect, answer }: ChosenProps) {
  const [form, fields] = useForm<CancelChosenForm>({
    id: "cancel",
    lastResult: answer?.result,
    defaultValue: { lesson: lessons[0]?.value },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <ErrorSummary form={form} />
      <SelectField meta={fields.lesson} label="Lesson" choices={lessons} />
      <Field
        meta={fields.reason}
        label="Reason"
        hint="Families see this."
        maxLength={200}
        autoComplete="off"
      />
      <p className="dim">{effect}</p>
      <SubmitRow label="Cancel lesson" variant="danger" pending="Canceling…" />
    </PostForm>
  )
}
