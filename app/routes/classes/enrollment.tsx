import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ClashHelp } from "~/components/class/clash-help"
import { classNoun } from "~/components/class/class-words"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { PageHead } from "~/components/ui/page-head"
import { rehearse } from "~/models/access/rehearse.server"
import type { DropForm as DropFields, MoveStudentForm as MoveFields } from "~/models/class/class-form"
import { DropForm, MoveStudentForm } from "~/models/class/class-form"
import { enrollMessages } from "~/models/class/enroll-refusals"
import { findClass } from "~/models/class/find-class.server"
import { dropStudent, moveStudent } from "~/models/class/leave-class.server"
import { findEnrollment, listClassesWithPlaces } from "~/models/class/roster.server"
import type { Refused } from "~/models/session/place-refusals"
import { overrideOf } from "~/models/session/session-form"
import { now } from "~/utils/clock.server"
import { addDays, formatDate, today } from "~/utils/dates"
import { requireMember } from "~/utils/http/guards.server"
import { readForm } from "~/utils/http/read-form.server"
import { asTyped, invalid, notFound } from "~/utils/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/utils/http/toast.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = findClass(actor, params.classId ?? "")
  const enrollment = found && findEnrollment(actor, found.id, params.enrollmentId ?? "")
  if (!found || !enrollment) throw notFound()
  const day = today(actor.school.timeZone, now())
  return {
    className: found.name,
    classId: found.id,
    name: enrollment.name,
    startsOn: enrollment.startsOn,
    endsOn: enrollment.endsOn,
    day: enrollment.startsOn > day ? enrollment.startsOn : day,
    nextDay: addDays(enrollment.startsOn > day ? enrollment.startsOn : day, 1),
    others: listClassesWithPlaces(actor, found.id),
    noun: classNoun(actor.school.kind === "solo").one,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const [classId, enrollmentId] = [params.classId ?? "", params.enrollmentId ?? ""]
  const enrollment = findEnrollment(actor, classId, enrollmentId)
  if (!enrollment) throw notFound()
  const form = await request.formData()
  const command = form.get("command") === "move" ? "move" : "drop"
  const refuse = (answer: ReturnType<typeof invalid>, refused: Refused | null = null) =>
    data({ command, refused, freed: null, result: answer.data.result }, { status: 400 })

  if (command === "move") {
    const submission = readForm(form, { schema: MoveStudentForm })
    if (submission.status !== "success") return refuse(invalid(submission))
    const override = overrideOf(submission.value)
    const moved = moveStudent(actor, classId, enrollmentId, { ...submission.value, override })
    if (!moved.ok) {
      const { messages, refused } = enrollMessages(moved)
      return refuse(invalid(submission, messages), refused)
    }
    return redirectWithToast(
      paths.classStudents(submission.value.toClassId),
      `${moved.name} is here from ${formatDate(submission.value.from, "medium")} on.`,
    )
  }
  const submission = readForm(form, { schema: DropForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const drop = () => dropStudent(actor, classId, enrollmentId, submission.value)
  const dropped = form.get("intent") === "preview" ? rehearse(drop) : drop()
  if (!dropped.ok) return refuse(invalid(submission, enrollMessages(dropped).messages))
  if (form.get("intent") === "preview")
    return data({ command, refused: null, freed: dropped.freed, result: asTyped(submission) })
  const { lastDay } = submission.value
  const { studentId, priceMinor } = enrollment
  return redirectWithUndo(
    paths.classStudents(classId),
    `${dropped.name} leaves after ${formatDate(lastDay, "medium")}. ${sessionsFreed(dropped.freed)}`,
    {
      to: paths.classStudents(classId),
      fields: {
        intent: "save",
        students: studentId,
        startsOn: addDays(lastDay, 1),
        ...(priceMinor === null ? {} : { amount: (priceMinor / 100).toFixed(2) }),
      },
    },
  )
}

const sessionsFreed = (n: number) =>
  n === 0 ? "No session is freed." : n === 1 ? "1 session is freed." : `${n} sessions are freed.`

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `${found.name} in ${found.className} · Tutti` : "Not found · Tutti" },
]

export default function Enrollment() {
  const { className, classId, name, startsOn, endsOn, noun } = useLoaderData<typeof loader>()
  const since = `in this ${noun} since ${formatDate(startsOn, "full")}`
  return (
    <div className="stack narrow">
      <PageHead
        back={{ to: paths.classStudents(classId), label: className }}
        title={name}
        expression={endsOn ? `${since}, until ${formatDate(endsOn, "full")}` : since}
      />
      <Drop />
      <Move />
    </div>
  )
}

function Drop() {
  const { day, name } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const own = answer?.command === "drop" ? answer : undefined
  const [form, fields] = useForm<DropFields>({
    id: "drop",
    lastResult: own?.result,
    defaultValue: { lastDay: day },
  })
  return (
    <section className="form" aria-labelledby="drop-title">
      <ErrorSummary form={form} />
      <h2 id="drop-title">Drop</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="drop" />
        <DateField meta={fields.lastDay} label="Last day" hint="They still come on this day." />
        <Field
          meta={fields.reason}
          label="Reason"
          hint="It counts in the figures about leaving."
          maxLength={200}
        />
        {own?.freed !== null && own?.freed !== undefined ? (
          <p role="status">
            {name} keeps what is marked and charged. {sessionsFreed(own.freed)}
          </p>
        ) : null}
        <p className="btns">
          <SubmitButton intent="save" variant="cut" pending="Dropping…">
            Drop {name}
          </SubmitButton>
          <SubmitButton intent="preview" variant="key" pending="Looking…">
            What does that change?
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

function Move() {
  const { nextDay, others, noun } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const own = answer?.command === "move" ? answer : undefined
  const [form, fields] = useForm<MoveFields>({
    id: "move",
    lastResult: own?.result,
    defaultValue: { from: nextDay },
  })
  return (
    <section className="form" aria-labelledby="move-title">
      <ErrorSummary form={form} />
      <h2 id="move-title">Move to another {noun}</h2>
      {others.length === 0 ? (
        <p className="dim">No other {noun} has a place.</p>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="command" value="move" />
          <div className="cols">
            <SelectField
              meta={fields.toClassId}
              label="To"
              prompt="Choose"
              choices={others.map(({ id, name, capacity, taken }) => ({
                value: id,
                label: `${name} (${capacity - taken} free)`,
              }))}
            />
            <DateField meta={fields.from} label="First day there" />
          </div>
          <Field meta={fields.reason} label="Reason" maxLength={200} />
          <ClashHelp refused={own?.refused ?? null} meta={fields.overrideReason} />
          <p>
            <SubmitButton intent="save" variant="key" pending="Moving…">
              Move
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}
