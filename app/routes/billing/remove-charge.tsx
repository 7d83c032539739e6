import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { chargeRefusals, keptBecause } from "~/models/money/charge/charge"
import { findCharge, withdrawCharge } from "~/models/money/charge/charge.server"
import { RemoveChargeForm } from "~/models/money/late-fee/late-fee-form"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const charge = findCharge(actor, params.chargeId ?? "")
  if (!charge) throw notFound()
  return { charge, currency: actor.school.currency }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const charge = findCharge(actor, params.chargeId ?? "")
  if (!charge) throw notFound()
  const submission = readForm(await request.formData(), { schema: RemoveChargeForm })
  if (submission.status !== "success") return invalid(submission)
  const removed = withdrawCharge(actor, charge.id, submission.value.reason)
  if (removed.ok) return redirectWithToast(paths.unbilled(), `${charge.description} removed.`)
  return invalid(submission, { form: chargeRefusals[removed.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Remove ${data.charge.description} · Tutti` : "Not found · Tutti" },
]

export default function RemoveCharge() {
  const { charge, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const [form, fields] = useForm<{ reason: string }>({ id: "remove-charge", lastResult: answer?.result })
  const kept = charge.isWithdrawn ? "withdrawn" : keptBecause(charge.source)
  const isLateFee = charge.source === "late_fee"
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead
        title={isLateFee ? "Waive late fee" : "Remove charge"}
        back={{ to: paths.unbilled(), label: "Ready to invoice" }}
        expression={`${charge.description}, ${formatDate(charge.occurredOn, "medium")}`}
      />
      {kept === null ? (
        <>
          <p>
            {formatMoney(charge.amountMinor, currency)} won’t be billed.
            {isLateFee ? " It isn’t charged again for this invoice." : ""}
          </p>
          <PostForm className="form" {...getFormProps(form)}>
            <Field meta={fields.reason} label="Reason" maxLength={200} />
            <p>
              <SubmitButton variant="danger-primary" pending="Removing…">
                {isLateFee ? "Waive late fee" : "Remove charge"}
              </SubmitButton>
            </p>
          </PostForm>
        </>
      ) : (
        <Callout>
          <p>{chargeRefusals[kept]}</p>
        </Callout>
      )}
    </div>
  )
}
