import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SelectField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { LessonFields, rateKindChoices } from "~/components/money/pay/rate-part"
import { Link } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { RateChangeForm, UndoRatesForm } from "~/models/money/pay/pay-forms"
import type { PlannedRates } from "~/models/money/pay/rate-change"
import { changeRates, planRates, undoRates } from "~/models/money/pay/rate-change.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { roundings } from "~/models/teaching/price/price-rise"
import { rateChangeRefusals, rateExclusions } from "~/texts/money/pay-rates"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

// Pay rates of several teachers, raised or set in one act: shown first, then made, then undone with one button.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return {
    teachers: listTeachers(actor).map(({ id, name }) => ({ id, name })),
    currency: actor.school.currency,
    today: todayOf(actor),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return intents(request, paths.payRates(), {
    undo: (form) => undo(actor, form),
    change: (form) => change(actor, form, true),
    else: (form) => change(actor, form, false),
  })
}

/** Shows what a change does first; its second button carries it out. */
async function change(actor: Actor, form: FormData, isConfirmed: boolean) {
  const submission = readForm(form, { schema: RateChangeForm })
  const refuse = (plan: PlannedRates | null, status: number, refusal?: Record<string, string>) =>
    data({ plan, result: invalid(submission, refusal).data.result }, { status })
  if (submission.status !== "success") return refuse(null, 400)
  const { teacher: teacherIds, seen, ...wished } = submission.value
  const wish = { change: wished, teacherIds }
  const plan = await planRates(actor, wish)
  if (!isConfirmed) return data({ plan, result: asTyped(submission) })
  if (plan.sign !== seen && plan.changes.length > 0)
    return refuse(plan, 409, { form: rateChangeRefusals["not-previewed"] })
  const done = changeRates(actor, wish, plan)
  if (!done.ok) return refuse(plan, 409, { form: rateChangeRefusals[done.reason] })
  const { fromDate } = wished
  return redirectWithUndo(
    paths.payRates(),
    `Pay rates of ${countOf(done.teachers, "teacher")} changed from ${formatDate(fromDate, "medium")}.`,
    {
      to: paths.payRates(),
      fields: { intent: "undo", fromDate, since: String(done.since), until: String(done.until) },
    },
  )
}

function undo(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: UndoRatesForm })
  if (submission.status !== "success")
    return data({ plan: null, result: invalid(submission).data.result }, { status: 400 })
  const { undone, kept, ended } = undoRates(actor, submission.value)
  if (undone + kept + ended === 0)
    return redirectWithToast(paths.payRates(), "These pay rates were changed back already.")
  return redirectWithToast(paths.payRates(), {
    title: `Pay rates of ${countOf(undone, "teacher")} changed back.`,
    text:
      [
        kept > 0
          ? `${countOf(kept, "teacher keeps", "teachers keep")} the new rate because a payslip covers that day.`
          : "",
        ended > 0
          ? `${countOf(ended, "teacher keeps", "teachers keep")} the new rate because it was given a last day.`
          : "",
      ]
        .filter(Boolean)
        .join(" ") || undefined,
    tone: undone > 0 ? "good" : "bad",
  })
}

export const meta: MetaFunction = () => [{ title: "Change pay rates · Tutti" }]

export default function PayRates() {
  const { teachers, currency, today } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack narrow">
      <PageHead title="Change pay rates" back={{ to: paths.pay(), label: "Teacher pay" }} />
      <AnswerSummary formId={rateChangeFormId} result={answer?.result} />
      <p className="dim">
        Raise or set the rates of several teachers from a day on. Payslips that exist keep their amounts.
      </p>
      {teachers.length > 0 ? (
        <RateChangeFields
          {...{ teachers, currency, today }}
          plan={answer?.plan ?? null}
          result={answer?.result}
        />
      ) : (
        <EmptyState action={<Link to={paths.newTeacher()}>New teacher</Link>}>
          No teachers yet. Add one to set pay rates.
        </EmptyState>
      )}
    </div>
  )
}

const rateChangeFormId = "rate-change"

type Fields = Record<
  "change" | "kind" | "amount" | "fromDate" | "roundTo" | "classKind" | "minutes" | "studentsFrom",
  string
>

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type RateChangeFieldsProps = Loaded & { plan: PlannedRates | null; result?: SubmissionResult }

/** Whose pay rates change to what, with a preview before anything does. */
function RateChangeFields({ teachers, currency, today, plan, result }: RateChangeFieldsProps) {
  const [form, fields] = useForm<Fields>({
    id: rateChangeFormId,
    lastResult: result,
    defaultValue: { change: "raise", fromDate: today, roundTo: "1" },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <div className="columns">
        <SelectField
          meta={fields.change}
          label="Change"
          choices={[
            { value: "raise", label: "Raise the rates" },
            { value: "set", label: "Set one rate for all" },
          ]}
        />
        <Field
          meta={fields.amount}
          label="Amount or percent"
          hint={`To raise: 5%, or ${plainAmount(200)} more in ${currency}. To set: the rate.`}
          inputMode="decimal"
          maxLength={20}
        />
        <DateField meta={fields.fromDate} label="From" />
      </div>
      <div className="columns">
        <SelectField
          meta={fields.kind}
          label="Paid per"
          optional
          prompt="Any, to raise"
          choices={rateKindChoices}
        />
        <SelectField
          meta={fields.roundTo}
          label="Round to"
          choices={roundings.map((step) => ({
            value: String(step),
            label: step === 1 ? "The cent" : formatMoney(step, currency),
          }))}
        />
      </div>
      <LessonFields fields={fields} />
      <TeacherTicks teachers={teachers} result={result} />
      {plan ? <Plan plan={plan} currency={currency} /> : null}
      <p className="buttons">
        <SubmitButton
          intent="preview"
          isMain
          variant={plan ? "secondary" : "primary"}
          pending="Checking…"
          label="Preview changes"
        />
        {plan && plan.changes.length > 0 ? (
          <SubmitButton intent="change" pending="Changing…">
            Change rates of {countOf(plan.changes.length, "teacher")}
          </SubmitButton>
        ) : null}
      </p>
    </PostForm>
  )
}

function TeacherTicks({ teachers, result }: Pick<RateChangeFieldsProps, "teachers" | "result">) {
  const typed = result?.initialValue
  const selected = typed ? [typed.teacher ?? []].flat().map(String) : undefined
  const problem = result?.error?.teacher?.join(" ")
  return (
    <fieldset
      id={`${rateChangeFormId}-teacher`}
      tabIndex={-1}
      className={problem ? "field invalid" : "field"}
      aria-describedby={problem ? `${rateChangeFormId}-teacher-error` : undefined}
    >
      <legend>Teachers</legend>
      <FieldProblem id={`${rateChangeFormId}-teacher-error`} message={problem} />
      {teachers.map(({ id, name }) => (
        <label key={id} className="checkbox">
          <input
            type="checkbox"
            name="teacher[]"
            value={id}
            defaultChecked={selected?.includes(id) ?? true}
          />
          <span>{name}</span>
        </label>
      ))}
    </fieldset>
  )
}

function Plan({ plan: { sign, changes, excluded }, currency }: { plan: PlannedRates; currency: string }) {
  return (
    <Callout>
      <input type="hidden" name="seen" value={sign} />
      <p role="status">
        <b>{countOf(changes.length, "teacher changes", "teachers change")}.</b>
        {excluded.length > 0
          ? ` ${countOf(excluded.length, "teacher doesn’t", "teachers don’t")} change.`
          : ""}
      </p>
      <ul>
        {changes.map(({ teacherId, name, rates, stays, past }) => (
          <li key={teacherId}>
            {`${name}: ${rates.map(rateChangeText).join("; ")}`}
            {stays.length > 0 ? `; other rates stay: ${joinNames(stays)}` : ""}
            {past
              ? `. ${countOf(past.lessons, "lesson")} since ${formatDate(past.from, "medium")}, on no payslip yet: ${formatMoney(past.afterMinor, currency)} instead of ${formatMoney(past.beforeMinor, currency)}`
              : ""}
          </li>
        ))}
        {excluded.map(({ teacherId, name, reason }) => (
          <li key={teacherId} className="dim">
            {`${name}: no change, ${rateExclusions[reason]}`}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** "$34.00 an hour to $35.70 an hour for group classes" */
const rateChangeText = ({
  lessons,
  before,
  after,
}: PlannedRates["changes"][number]["rates"][number]): string =>
  `${before ?? "no rate"} to ${after}${lessons ? ` for ${lessons}` : ""}`
