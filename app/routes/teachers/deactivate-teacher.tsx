import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { ClassChangeEffect } from "~/components/teaching/class/class-change-effect"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { rehearse } from "~/models/foundation/access/rehearse.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import type { Told } from "~/models/teaching/class/class-change-text"
import {
  deactivateTeacher,
  findTeacherDuties,
  findTeacherWithState,
} from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { takerName } from "~/models/teaching/teacher-leaving/teacher-leaving"
import { DeactivateTeacherForm, takersOf } from "~/models/teaching/teacher-leaving/teacher-leaving-form"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const formId = "deactivate"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacher = findTeacherWithState(actor, params.teacherId ?? "")
  if (!teacher || teacher.deactivatedAt !== null) throw notFound()
  return {
    teacher: { id: teacher.id, name: teacher.name },
    isSelf: teacher.memberId !== null && teacher.memberId === actor.memberId,
    hasLogin: teacher.memberId !== null,
    ...findTeacherDuties(actor, teacher.id),
    others: listTeachers(actor)
      .filter(({ id }) => id !== teacher.id)
      .map(({ id, name }) => ({ id, name })),
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const teacherId = params.teacherId ?? ""
  const form = await request.formData()
  const submission = readForm(form, { schema: DeactivateTeacherForm })
  if (submission.status !== "success") return refuse(invalid(submission))
  const isPreview = form.get("intent") === "preview"
  const run = () => deactivateTeacher(actor, teacherId, takersOf(submission.value))
  const done = isPreview ? rehearse(run) : run()
  if (!done.ok)
    switch (done.reason) {
      case "not-found":
        throw notFound()
      case "yourself":
        return refuse(invalid(submission, { form: "You can’t deactivate yourself." }), 409)
      case "unknown-teacher":
        return refuse(invalid(submission, { [takerName(done.classId)]: "Choose another teacher." }))
      case "clash": {
        const why = `${done.clashes.slice(0, 3).join(" ")} Choose another teacher, or none for now.`
        return refuse(invalid(submission, { [takerName(done.classId)]: why }), 409)
      }
    }
  if (isPreview) return data({ result: asTyped(submission), told: done.told as Told | null })
  const moved = done.classes > 0 ? ` ${countOf(done.classes, "class", "classes")} handed over.` : ""
  return redirectWithToast(paths.teachers(), `${done.name} deactivated.${moved}`)
}

const refuse = (answer: ReturnType<typeof invalid>, status = 400) =>
  data({ result: answer.data.result, told: null as Told | null }, { status })

export const meta: MetaFunction<typeof loader> = ({ data: found }) => [
  { title: found ? `Deactivate ${found.teacher.name} · Tutti` : "Not found · Tutti" },
]

export default function DeactivateTeacher() {
  const { teacher, isSelf, hasLogin, classes, covered, others } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  const typed = result?.initialValue?.class as Record<string, string> | undefined
  return (
    <div className="stack narrow">
      <AnswerSummary formId={formId} result={result} />
      <PageHead
        title={`Deactivate ${teacher.name}`}
        back={{ to: paths.teacher(teacher.id), label: teacher.name }}
      />
      {isSelf ? (
        <p>This is your own teacher profile. Ask another administrator to deactivate it.</p>
      ) : (
        <>
          <p>
            This frees a teacher spot on your plan. Past lessons, attendance and pay stay.
            {hasLogin ? ` ${teacher.name} can no longer log in.` : ""}
            {covered > 0
              ? ` ${countOf(covered, "lesson")} covered for other teachers ${covered === 1 ? "goes" : "go"} back to them.`
              : ""}
            {classes.length > 0 ? " Families and the new teachers get an email." : ""}
          </p>
          <PostForm className="form">
            {classes.length > 0 ? (
              <fieldset className="section">
                <legend>Who takes over the classes and their students?</legend>
                {classes.map(({ id, name, students }) => (
                  <Taker
                    key={id}
                    id={id}
                    label={name}
                    students={students}
                    others={others}
                    chosen={typed?.[id] ?? ""}
                    error={result?.error?.[takerName(id)]?.join(" ")}
                  />
                ))}
              </fieldset>
            ) : (
              <p>{teacher.name} has no classes to hand over.</p>
            )}
            {answer?.told ? <ClassChangeEffect told={answer.told} /> : null}
            <p className="buttons">
              <SubmitButton intent="save" variant="danger-primary" pending="Deactivating…" isMain>
                Deactivate {teacher.name}
              </SubmitButton>
              {classes.length > 0 ? (
                <SubmitButton intent="preview" variant="secondary" pending="Checking…">
                  Preview who gets an email
                </SubmitButton>
              ) : null}
            </p>
          </PostForm>
        </>
      )}
    </div>
  )
}

type TakerProps = {
  id: string
  label: string
  students: number
  others: { id: string; name: string }[]
  chosen: string
  error: string | undefined
}

function Taker({ id, label, students, others, chosen, error }: TakerProps) {
  const name = takerName(id)
  const field = `${formId}-${name}`
  return (
    <div className={error ? "field invalid" : "field"}>
      <label htmlFor={field}>
        {label}, {countOf(students, "student")}
      </label>
      {error ? (
        <p className="error" id={`${field}-error`}>
          {error}
        </p>
      ) : null}
      <select
        id={field}
        name={name}
        defaultValue={chosen}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${field}-error` : undefined}
      >
        <option value="">No teacher for now</option>
        {others.map((other) => (
          <option key={other.id} value={other.id}>
            {other.name}
          </option>
        ))}
      </select>
    </div>
  )
}
