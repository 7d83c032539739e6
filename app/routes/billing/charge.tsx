import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { AgreedAmount, AgreedChanges } from "~/components/money/invoice/agreed-amount"
import { ChargeReason } from "~/components/money/invoice/charge-reason"
import { amountText, hintOf, StandingLink } from "~/components/money/invoice/charge-state"
import { pageTitle } from "~/components/shell/frame"
import { Callout } from "~/components/ui/callout"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { orNotFound } from "~/http/responses.server"
import { type TaxedAmount, taxOf, taxText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { agreeAmount, restoreUsual, waivePackage } from "~/models/money/agreed-amount/agree-amount.server"
import { AgreedAmountForm } from "~/models/money/agreed-amount/agreed-amount-form"
import { listAgreedChanges } from "~/models/money/agreed-amount/find-agreed.server"
import { changeCharge, findCharge } from "~/models/money/charge/change-charge.server"
import { hasUsualAmount } from "~/models/money/charge/charge"
import { withdrawCharge } from "~/models/money/charge/charge.server"
import { listChargeDiscounts } from "~/models/money/charge/charge-discounts.server"
import { ChargeForm, OwedChargeForm, WaiveForm } from "~/models/money/charge/charge-form"
import { findStandingCharge } from "~/models/money/charge/standing-charge.server"
import { agreeRefusals, closedDay } from "~/texts/money/refusals"
import { plainAmount } from "~/utils/money"
import { invoiceInHand } from "./invoice-in-hand.server"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:issue")
  const found = orNotFound(findCharge(actor, params.chargeId ?? ""))
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
  const found = orNotFound(findCharge(actor, chargeId))
  const { source } = found.charge
  const to = invoiceInHand(request).to
  return hasUsualAmount(source)
    ? intents(request, to, agreedIntents(actor, chargeId))
    : intents(request, to, {
        waive: intent({
          schema: WaiveForm,
          run: ({ reason }) => withdrawCharge(actor, chargeId, reason),
          ...refused,
          saved: "Charge waived.",
        }),
        else: intent({
          schema: source === "item" ? ChargeForm : OwedChargeForm,
          run: ({ amount: amountMinor, ...facts }) =>
            changeCharge(actor, chargeId, { ...facts, amountMinor }),
          field: { "nothing-owed": "amount", closed: "occurredOn" },
          ...refused,
          saved: "Charge saved.",
        }),
      })
}

const refused = { status: 409, refusals: { ...agreeRefusals, closed: closedDay, unknown: 404 } } as const

/** The amount of a lesson or a package: the usual one again, of a package none, or another one. */
const agreedIntents = (actor: Actor, chargeId: string) => ({
  usual: intent({
    schema: WaiveForm,
    run: ({ reason }) => restoreUsual(actor, chargeId, reason),
    ...refused,
    saved: "Usual amount restored.",
  }),
  waive: intent({
    schema: WaiveForm,
    run: ({ reason }) => waivePackage(actor, chargeId, reason),
    ...refused,
    saved: "Charge waived.",
  }),
  else: intent({
    schema: AgreedAmountForm,
    run: ({ amount: amountMinor, reason }) => agreeAmount(actor, chargeId, { amountMinor, reason }),
    field: { "nothing-owed": "amount", "same-amount": "amount" },
    ...refused,
    saved: "Charge saved.",
  }),
})

type Fields = Record<keyof ChargeForm, string>

export const meta = pageTitle<typeof loader>((data) => data.charge.description)

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
