import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { changeCharge, findCharge } from "~/models/money/charge/change-charge.server"
import type { ChargeRefusal } from "~/models/money/charge/charge"
import { withdrawCharge } from "~/models/money/charge/charge.server"
import { listChargeDiscounts } from "~/models/money/charge/charge-discounts.server"
import { ChargeForm, WaiveForm } from "~/models/money/charge/charge-form"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const found = findCharge(actor, params.chargeId ?? "")
  if (!found) throw notFound()
  const { id, description, amountMinor, occurredOn, reason } = found.charge
  return {
    charge: { id, description, amountMinor, occurredOn, reason },
    discounts: listChargeDiscounts(actor, [id])(id),
    barrier: found.barrier ?? null,
    currency: actor.school.currency,
  }
}

const refusals: Record<Exclude<ChargeRefusal, "unknown"> | "nothing-owed", string> = {
  withdrawn: "This charge has been changed or removed already.",
  "waive-instead": "This charge follows the attendance. Change the attendance, or waive the lesson.",
  "end-package-instead": "This charge comes from a package. End the package instead.",
  invoiced: "This charge is on an invoice. Credit the invoice instead.",
  "nothing-owed": "Enter an amount above zero, or remove the charge.",
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const chargeId = params.chargeId ?? ""
  if (!findCharge(actor, chargeId)) throw notFound()
  const form = await request.formData()
  if (form.get("intent") === "waive") {
    const submission = readForm(form, { schema: WaiveForm })
    if (submission.status !== "success") return invalid(submission)
    const waived = withdrawCharge(actor, chargeId, submission.value.reason)
    if (waived.ok) return redirectWithToast(paths.unbilled(), "Charge waived.")
    if (waived.reason === "unknown") throw notFound()
    return invalid(submission, { form: refusals[waived.reason] }, 409)
  }
  const submission = readForm(form, { schema: ChargeForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, ...facts } = submission.value
  const changed = changeCharge(actor, chargeId, { ...facts, amountMinor })
  if (changed.ok) return redirectWithToast(paths.unbilled(), "Charge saved.")
  if (changed.reason === "unknown") throw notFound()
  const field = changed.reason === "nothing-owed" ? "amount" : "form"
  return invalid(submission, { [field]: refusals[changed.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.charge.description} · Tutti` : "Not found · Tutti" },
]

type Fields = Record<keyof ChargeForm, string>

export default function ChargePage() {
  const { charge, discounts, barrier, currency } = useLoaderData<typeof loader>()
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
      {barrier && barrier !== "unknown" ? (
        <Callout>
          <p>{refusals[barrier]}</p>
        </Callout>
      ) : (
        <PostForm className="form" {...getFormProps(form)}>
          <Field
            meta={fields.description}
            label="Description"
            hint="Printed on the invoice."
            maxLength={200}
          />
          <Field
            meta={fields.amount}
            label="Amount"
            hint={discounts.length > 0 ? discountText(discounts, currency) : undefined}
            inputMode="decimal"
            maxLength={40}
          />
          <DateField meta={fields.occurredOn} label="Date" />
          <Field
            meta={fields.reason}
            label="Reason"
            hint="Why you change or waive it. Kept in the activity."
            maxLength={200}
          />
          <p className="buttons">
            <SubmitButton isMain pending="Saving…">
              Save
            </SubmitButton>
            <SubmitButton pending="Waiving…" intent="waive" variant="danger" formNoValidate>
              Waive charge
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </div>
  )
}

/** "After Siblings, 10%: −$9.00. Discounts are worked out again from a new amount." */
function discountText(discounts: readonly { reason: string; amountMinor: number }[], currency: string) {
  const each = discounts.map(({ reason, amountMinor }) => `${reason}: ${formatMoney(-amountMinor, currency)}`)
  return `After ${each.join("; ")}. Discounts are worked out again from a new amount.`
}
