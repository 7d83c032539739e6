import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import {
  fieldsOfRule,
  type OpenTimeFields,
  OpenTimeRuleFields,
} from "~/components/attendance/open-time/open-time-rule-form"
import { ActButton, AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { policyRow } from "~/components/overview/policies/policy-row"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, requireMember } from "~/http/guards.server"
import { act, intent, intents } from "~/http/intents.server"
import type { OpenTimeRule } from "~/models/attendance/open-time/open-time"
import {
  changeOpenTimesOf,
  findOpenTimeRule,
  listOpenTimeRules,
} from "~/models/attendance/open-time/open-time-rules.server"
import { openTimeRuleText } from "~/texts/attendance/open-times"
import { paths } from "~/utils/paths"
import { OpenTimeRuleForm } from "./open-time-form.server"

// Which open times of each teacher families book: by the school's rule, or by one of the teacher's own.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const asked = new URL(request.url).searchParams.get("teacher")
  const teachers = listOpenTimeRules(actor)
  const teacher = asked === null ? null : teachers.find(({ id }) => id === asked)
  if (teacher === undefined) throw notFound()
  return { rule: findOpenTimeRule(actor), teachers, open: teacher }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const teacherId = new URL(request.url).searchParams.get("teacher") ?? ""
  return intents(request, paths.openTimeRules(), {
    "school-rule": act({
      run: () => changeOpenTimesOf(actor, teacherId, null),
      saved: ({ name }) => `The school’s rule applies to ${name}.`,
    }),
    else: intent({
      schema: OpenTimeRuleForm,
      run: (rule) => changeOpenTimesOf(actor, teacherId, rule),
      saved: ({ name }) => `Open times of ${name} saved.`,
    }),
  })
}

export const { handle, meta } = framed({
  title: "Open times by teacher",
  head: () => ({ back: { to: policyRow("open-times"), label: "Policies" } }),
})

export default function OpenTimeRules() {
  const { rule, teachers, open } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  return (
    <>
      {open ? <AnswerSummary formId={formIdOf(open)} result={result} /> : null}
      <p>
        {rule.isOn
          ? `For teachers without a rule of their own: ${openTimeRuleText(rule)}`
          : "Families can’t book open times of any teacher until you turn them on in the policies."}
      </p>
      {teachers.length === 0 ? (
        <EmptyState action={<Link to={paths.newTeacher()}>Add a teacher</Link>}>No teachers yet.</EmptyState>
      ) : (
        <ul className="rows">
          {teachers.map((teacher) => (
            <li key={teacher.id} className="flex-wrap">
              <span className="grow basis-56">
                <b>{teacher.name}</b>
                <br />
                <span className="small dim">{textOf(teacher.rule)}</span>
              </span>{" "}
              {open?.id === teacher.id ? null : (
                <Link to={paths.openTimeRules({ teacher: teacher.id })}>
                  Edit<span className="visually-hidden"> open times of {teacher.name}</span>
                </Link>
              )}
              {open?.id === teacher.id ? (
                <TeacherRule key={teacher.id} teacher={teacher} rule={teacher.rule ?? rule} result={result} />
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const textOf = (rule: OpenTimeRule | null) =>
  rule === null ? "The school’s rule" : rule.isOn ? openTimeRuleText(rule) : "Not booked by families"

const formIdOf = ({ id }: { id: string }) => `open-times-${id}`

type TeacherRuleProps = {
  teacher: { id: string; rule: OpenTimeRule | null }
  rule: OpenTimeRule
  result: SubmissionResult | undefined
}

function TeacherRule({ teacher, rule, result }: TeacherRuleProps) {
  const [form, fields] = useForm<OpenTimeFields>({
    id: formIdOf(teacher),
    lastResult: result,
    defaultValue: fieldsOfRule(rule),
  })
  return (
    <div className="form full">
      <PostForm edits className="form" {...getFormProps(form)}>
        <OpenTimeRuleFields fields={fields} />
        <div className="buttons">
          <SubmitButton pending="Saving…" intent="rule" label="Save" />
          <Link to={paths.openTimeRules()}>Cancel</Link>
        </div>
      </PostForm>
      {teacher.rule ? (
        <ActButton label="Use the school’s rule" intent="school-rule" pending="Saving…" />
      ) : null}
    </div>
  )
}
