import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { AgreedAmount, AgreedChanges } from "~/components/money/invoice/agreed-amount"
import { ChargeReason } from "~/components/money/invoice/charge-reason"
import { amountText, hintOf, StandingLink } from "~/components/money/invoice/charge-state"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { type TaxedAmount, taxOf, taxText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { agreeAmount, restoreUsual, waivePackage } from "~/models/money/agreed-amount/agree-amount.server"
import { agreeRefusals } from "~/models/money/agreed-amount/agreed-amount"
import { AgreedAmountForm } from "~/models/money/agreed-amount/agreed-amount-form"
import { listAgreedChanges } from "~/models/money/agreed-amount/find-agreed.server"
import { changeCharge, findCharge } from "~/models/money/charge/change-charge.server"
import { hasUsualAmount } from "~/models/money/charge/charge"
import { withdrawCharge } from "~/models/money/charge/charge.server"
import { listChargeDiscounts } from "~/models/money/charge/charge-discounts.server"
import { ChargeForm, OwedChargeForm, WaiveForm } from "~/models/money/charge/charge-form"
import { findStandingCharge } from "~/models/money/charge/standing-charge.server"
import { closedDay } from "~/models/money/closing/closing"
import { plainAmount } from "~/utils/money"
import { invoiceInHand } from "./invoice-in-hand.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const found = findCharge(actor, params.chargeId ?? "")
  if (!found) throw notFound()
  const { id, description, amountMinor, occurredOn, reason, source, seatId, packageId, usualMinor } =
    found.charge
  const isAgreed = hasUsualAmount(source)
  return {
    charge: { id, description, amountMinor, occurredOn, reason, seatId, packageId, usualMinor, isAgreed },
    discounts: listChargeDiscounts(actor, [id])(id),
    tax: taxWithin(found.charge),
    changes: isAgreed ? listAgreedChanges(actor, found.charge) : [],
    barrier: found.barrier ?? null,
    standing: findStandingCharge(actor, found.charge),
    back: invoiceInHand(request),
    currency: actor.school.currency,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const chargeId = params.chargeId ?? ""
  const found = findCharge(actor, chargeId)
  if (!found) throw notFound()
  const form = await request.formData()
  const back = (text: string) => redirectWithToast(invoiceInHand(request).to, text)
  if (hasUsualAmount(found.charge.source)) return agree(actor, chargeId, form, back)
  if (form.get("intent") === "waive") {
    const submission = readForm(form, { schema: WaiveForm })
    if (submission.status !== "success") return invalid(submission)
    const waived = withdrawCharge(actor, chargeId, submission.value.reason)
    if (waived.ok) return back("Charge waived.")
    if (waived.reason === "unknown") throw notFound()
    return invalid(submission, { form: agreeRefusals[waived.reason] }, 409)
  }
  const schema = found.charge.source === "item" ? ChargeForm : OwedChargeForm
  const submission = readForm(form, { schema })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, ...facts } = submission.value
  const changed = changeCharge(actor, chargeId, { ...facts, amountMinor })
  if (changed.ok) return back("Charge saved.")
  if (changed.reason === "unknown") throw notFound()
  if (changed.reason === "closed") return invalid(submission, { occurredOn: closedDay }, 409)
  const field = changed.reason === "nothing-owed" ? "amount" : "form"
  return invalid(submission, { [field]: agreeRefusals[changed.reason] }, 409)
}

/** The amount of a lesson or a package: another one, the usual one again, or of a package none. */
function agree(
  actor: Actor,
  chargeId: string,
  form: FormData,
  back: (text: string) => ReturnType<typeof redirectWithToast>,
) {
  const intent = form.get("intent")
  if (intent === "usual" || intent === "waive") {
    const submission = readForm(form, { schema: WaiveForm })
    if (submission.status !== "success") return invalid(submission)
    const done = (intent === "usual" ? restoreUsual : waivePackage)(actor, chargeId, submission.value.reason)
    if (done.ok) return back(intent === "usual" ? "Usual amount restored." : "Charge waived.")
    if (done.reason === "unknown") throw notFound()
    return invalid(submission, { form: agreeRefusals[done.reason] }, 409)
  }
  const submission = readForm(form, { schema: AgreedAmountForm })
  if (submission.status !== "success") return invalid(submission)
  const { amount: amountMinor, reason } = submission.value
  const agreed = agreeAmount(actor, chargeId, { amountMinor, reason })
  if (agreed.ok) return back("Charge saved.")
  if (agreed.reason === "unknown") throw notFound()
  const field = agreed.reason === "nothing-owed" || agreed.reason === "same-amount" ? "amount" : "form"
  return invalid(submission, { [field]: agreeRefusals[agreed.reason] }, 409)
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.charge.description} · Tutti` : "Not found · Tutti" },
]

type Fields = Record<keyof ChargeForm, string>

export default function ChargePage() {
  const { charge, discounts, tax, changes, barrier, standing, back, currency } =
    useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "charge",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: {
      description: charge.description,
      amount: plainAmount(charge.amountMinor),
      occurredOn: charge.occurredOn,
    },
  })
  const hint = hintOf({ discounts, tax }, currency)
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead
        back={back}
        title={charge.description}
        expression={amountText(charge, { barrier, standing }, currency)}
      />
      {barrier && barrier !== "unknown" ? (
        <Callout>
          <p>
            {agreeRefusals[barrier]} <StandingLink standing={standing} currency={currency} />
          </p>
        </Callout>
      ) : charge.isAgreed ? (
        <AgreedAmount
          formProps={getFormProps(form)}
          fields={fields}
          charge={charge}
          back={back.to}
          hint={hint}
          currency={currency}
        />
      ) : (
        <PostForm edits className="form" {...getFormProps(form)}>
          <Field
            meta={fields.description}
            label="Description"
            hint="Printed on the invoice."
            maxLength={200}
          />
          <Field meta={fields.amount} label="Amount" hint={hint} inputMode="decimal" maxLength={40} />
          <DateField meta={fields.occurredOn} label="Date" />
          <ChargeReason meta={fields.reason} />
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
      <AgreedChanges changes={changes} currency={currency} />
    </div>
  )
}

/** The tax in the amount: on papers it may be below the items. */
function taxWithin(charge: TaxedAmount) {
  const tax = taxOf(charge)
  return tax && { text: taxText(tax), taxMinor: charge.taxMinor }
}
