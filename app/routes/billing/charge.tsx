import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeCharge, findEditableCharge } from "~/models/money/charge/change-charge.server"
import { chargeRefusals } from "~/models/money/charge/charge"
import { ChargeForm } from "~/models/money/charge/charge-form"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const found = findEditableCharge(actor, params.chargeId ?? "")
  if (!found) throw notFound()
  const { id, description, amountMinor, occurredOn, reason } = found.charge
  return {
    charge: { id, description, amountMinor, occurredOn, reason },
    barrier: found.barrier ?? null,
    currency: actor.school.currency,
  }
}

const nothingOwed = "Enter an amount above zero, or remove the charge."

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const chargeId = params.chargeId ?? ""
  if (!findEditableCharge(actor, chargeId)) throw notFound()
  const submission = readForm(await request.formData(), { schema: ChargeForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, ...facts } = submission.value
  const changed = changeCharge(actor, chargeId, { ...facts, amountMinor })
  if (changed.ok) return redirectWithToast(paths.unbilled(), "Charge saved.")
  if (changed.reason === "nothing-owed") return invalid(submission, { amount: nothingOwed }, 409)
  return invalid(submission, { form: chargeRefusals[changed.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.charge.description} · Tutti` : "Not found · Tutti" },
]

type Fields = Record<keyof ChargeForm, string>

export default function ChargePage() {
  const { charge, barrier, currency } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "charge",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: {
      description: charge.description,
      amount: plainAmount(charge.amountMinor),
      occurredOn: charge.occurredOn,
    },
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead
        back={{ to: paths.unbilled(), label: "Ready to invoice" }}
        title={charge.description}
        expression={`${formatMoney(charge.amountMinor, currency)}, not yet invoiced`}
      />
      {barrier ? (
        <Callout>
          <p>{chargeRefusals[barrier]}</p>
        </Callout>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <Field
            meta={fields.description}
            label="Description"
            hint="Printed on the invoice."
            maxLength={200}
          />
          <Field meta={fields.amount} label="Amount" inputMode="decimal" maxLength={40} />
          <DateField meta={fields.occurredOn} label="Date" />
          <Field
            meta={fields.reason}
            label="Reason"
            hint="Why you change it. Kept in the activity."
            maxLength={200}
          />
          <p className="buttons">
            <SubmitButton pending="Saving…">Save</SubmitButton>
            <Link to={paths.removeCharge(charge.id)}>Remove charge</Link>
          </p>
        </PostForm>
      )}
    </div>
  )
}
