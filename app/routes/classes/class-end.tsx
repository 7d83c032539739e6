import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { classNoun } from "~/components/teaching/class/class-labels"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import type { EndEffect } from "~/models/teaching/class/class-effects"
import { EndClassForm, type EndClassForm as EndFields } from "~/models/teaching/class/class-form"
import { endClass } from "~/models/teaching/class/end-class.server"
import { findClass } from "~/models/teaching/class/find-class.server"
import { now } from "~/utils/clock.server"
import { countOf, formFor } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  return {
    id: found.id,
    name: found.name,
    endedOn: found.endedOn,
    day: today(actor.school.timeZone, now()),
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = findClass(actor, params.classId ?? "")
  if (!found) throw notFound()
  const submission = readForm(await request.formData(), { schema: EndClassForm })
  const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
    data({ effect: null, lastDay: null, result: answer.data.result }, { status })
  if (submission.status !== "success") return refuse(invalid(submission))
  const { lastDay, intent } = submission.value
  const end = () => endClass(actor, found.id, submission.value)
  const ended = intent === "save" ? end() : rehearse(end)
  if (!ended.ok) {
    if (ended.reason === "no-class") throw notFound()
    return refuse(invalid(submission, { lastDay: "It ends before that date. Choose an earlier one." }), 409)
  }
  if (intent !== "save") return data({ effect: ended.effect, lastDay, result: asTyped(submission) })
  return redirectWithToast(paths.class(found.id), {
    title: `${found.name} ends on ${formatDate(lastDay, "medium")}.`,
    text: `You can restore it from ended ${classNoun(actor.school.kind === "solo").many}.`,
    tone: "good",
  })
}

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `End ${found.name} · Tutti` : "Not found · Tutti" },
]

export default function EndClass() {
  const { id, name, day, isSolo } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<EndFields>({
    id: "end",
    lastResult: answer?.result,
    defaultValue: { lastDay: day },
  })
  return (
    <div className="stack narrow">
      <ErrorSummary form={form} />
      <PageHead title={`End ${name}`} back={{ to: paths.class(id), label: name }} />
      <p>All students are unenrolled and later lessons removed. Attendance and charges are kept.</p>
      <PostForm className="form" {...getFormProps(form)}>
        <DateField meta={fields.lastDay} label="Last day" hint="Lessons on this day still take place." />
        <Field
          meta={fields.reason}
          label="Reason"
          hint="Families see this on canceled lessons."
          maxLength={200}
        />
        {answer?.effect && answer.lastDay ? <Effect effect={answer.effect} lastDay={answer.lastDay} /> : null}
        <p className="buttons">
          {answer?.effect ? (
            <SubmitButton intent="save" variant="danger-primary" pending="Ending…">
              End this {classNoun(isSolo).one}
            </SubmitButton>
          ) : null}
          <SubmitButton
            intent="preview"
            variant={answer?.effect ? "secondary" : "primary"}
            pending="Checking…"
          >
            Preview changes
          </SubmitButton>
        </p>
      </PostForm>
    </div>
  )
}

function Effect({ effect, lastDay }: { effect: EndEffect; lastDay: string }) {
  const { sessions, cancelled, kept, students } = effect
  return (
    <Callout tone="amber">
      <p role="status">
        After {formatDate(lastDay, "full")}: {countOf(sessions, "lesson is", "lessons are")} removed
        {cancelled > 0 ? `, ${formatNumber(cancelled)} of them shown as canceled` : ""}.{" "}
        {students.length > 0
          ? `${countOf(students.length, "student is", "students are")} unenrolled: ${students.join(", ")}.`
          : "No students are enrolled."}
        {kept > 0 ? ` ${countOf(kept, "lesson")} with attendance ${formFor(kept, "is", "are")} kept.` : ""}
      </p>
    </Callout>
  )
}
