import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { RateChangeFields, rateChangeFormId } from "~/components/money/pay/rate-change-parts"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { readForm } from "~/http/read-form.server"
import { asTyped, invalid } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { RateChangeForm, UndoRatesForm } from "~/models/money/pay/pay-forms"
import type { PlannedRates } from "~/models/money/pay/rate-change"
import { changeRates, planRates, undoRates } from "~/models/money/pay/rate-change.server"
import { listTeachers } from "~/models/people/teacher/teacher.server"
import { rateChangeRefusals } from "~/texts/money/pay-rates"
import { todayOf } from "~/utils/clock.server"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
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
