import { getFormProps, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { expiryChoices } from "~/components/accounts/settings/expiry-choices"
import { CheckField, Field, SelectField } from "~/components/form/field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { RuleTrialForm } from "~/models/attendance/rule-trial/rule-trial-form"
import { listTrialTerms, rulesNow, tryRules } from "~/models/attendance/rule-trial/try-rules.server"
import { listTasksOfKind } from "~/models/foundation/task/task.server"
import { trialRefusals } from "~/texts/attendance/refusals"
import { newId } from "~/utils/ids.server"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"

/** Make-up rules to try on a past term, before the school changes its own. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return {
    terms: listTrialTerms(actor).map(({ startsOn, label }) => ({ value: startsOn, label })),
    rules: rulesNow(actor),
    formKey: newId(),
    earlier: listTasksOfKind(actor, "try-rules").map(({ id, createdAt }) => ({
      id,
      startedAt: formatInstant(createdAt, actor.school.timeZone),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const submission = readForm(await request.formData(), { schema: RuleTrialForm })
  if (submission.status !== "success") return invalid(submission)
  const started = tryRules(actor, submission.value)
  if (started.ok) return redirect(paths.task(started.taskId), 303)
  return invalid(submission, { term: trialRefusals[started.reason] }, 409)
}

export const { handle, meta } = framed({
  title: "Try rules on a past term",
  column: "stack narrow",
  head: () => ({ back: { to: paths.policies(), label: "Policies" } }),
})

type TrialField =
  | "term"
  | "noticeHours"
  | "lateAllowance"
  | "creditExpiry"
  | "creditExpiryDays"
  | "creditCap"
  | "countsIllness"

export default function RuleTrials() {
  const { terms, rules, formKey, earlier } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<Record<TrialField, string | null>>({
    id: "rule-trial",
    lastResult: result,
    defaultValue: {
      term: terms[0]?.value ?? "",
      noticeHours: String(rules.noticeHours),
      lateAllowance: String(rules.lateAllowance),
      creditExpiry: rules.creditExpiry,
      creditExpiryDays: String(rules.creditExpiryDays),
      creditCap: rules.creditCap === null ? null : String(rules.creditCap),
      countsIllness: "on",
    },
  })
  return (
    <>
      <AnswerSummary formId="rule-trial" result={result} />
      <p className="dim">
        See which make-up credits a term would have had under other rules. Your records and your rules don’t
        change.
      </p>
      <PostForm className="form" {...getFormProps(form)} sends={{ formKey }}>
        <SelectField meta={fields.term} label="Term" choices={terms} />
        <div className="columns">
          <Field meta={fields.noticeHours} label="Notice period (hours)" inputMode="numeric" />
          <Field
            meta={fields.lateAllowance}
            label="Late absences that count as reported in time"
            hint="For each student and term. 0 for none."
            inputMode="numeric"
          />
          <SelectField meta={fields.creditExpiry} label="Credits expire" choices={expiryChoices} />
          <Field meta={fields.creditExpiryDays} label="Credit expiration (days)" inputMode="numeric" />
          <Field
            meta={fields.creditCap}
            label="Credit limit per term"
            hint="For each student. Leave blank for no limit."
            inputMode="numeric"
            optional
          />
        </div>
        <CheckField meta={fields.countsIllness} label="An illness with a note counts as reported in time" />
        <SubmitRow label="Try rules" pending="Starting…" />
      </PostForm>
      {earlier.length > 0 ? (
        <section className="section" aria-labelledby="earlier">
          <h2 id="earlier">Earlier results</h2>
          <ul className="rows">
            {earlier.map(({ id, startedAt }) => (
              <li key={id}>
                <Link to={paths.ruleTrial(id)}>{startedAt}</Link>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  )
}
