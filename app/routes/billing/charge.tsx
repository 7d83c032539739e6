import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { type TaxedAmount, taxOf, taxText } from "~/models/accounts/tax/tax"
import type { Actor } from "~/models/foundation/access/actor"
import { agreeAmount, restoreUsual, waivePackage } from "~/models/money/agreed-amount/agree-amount.server"
import type { AgreedChange } from "~/models/money/agreed-amount/agreed-amount"
import { AgreedAmountForm } from "~/models/money/agreed-amount/agreed-amount-form"
import { listAgreedChanges } from "~/models/money/agreed-amount/find-agreed.server"
import { changeCharge, findCharge } from "~/models/money/charge/change-charge.server"
import { hasUsualAmount } from "~/models/money/charge/charge"
import { findStandingCharge, withdrawCharge } from "~/models/money/charge/charge.server"
import { listChargeDiscounts } from "~/models/money/charge/charge-discounts.server"
import { ChargeForm, OwedChargeForm, WaiveForm } from "~/models/money/charge/charge-form"
import type { StandingCharge } from "~/models/money/charge/standing-charge"
import { agreeRefusals, closedDay } from "~/texts/money/refusals"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
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
    <FormPage
      form={form}
      back={back}
      title={charge.description}
      expression={amountText(charge, { barrier, standing }, currency)}
    >
      {barrier && barrier !== "unknown" ? (
        <CalloutText>
          {agreeRefusals[barrier]} <StandingLink standing={standing} currency={currency} />
        </CalloutText>
      ) : charge.isAgreed ? (
        <AgreedAmount formProps={getFormProps(form)} fields={fields} hint={hint} />
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
            <SubmitButton isMain pending="Saving…" label="Save" />
            <SubmitButton
              pending="Waiving…"
              intent="waive"
              variant="danger"
              formNoValidate
              label="Waive charge"
            />
          </p>
        </PostForm>
      )}
      <AgreedChanges changes={changes} currency={currency} />
    </FormPage>
  )
}

/** The tax in the amount: on papers it may be below the items. */
function taxWithin(charge: TaxedAmount) {
  const tax = taxOf(charge)
  return tax && { text: taxText(tax), taxMinor: charge.taxMinor }
}

type AgreedAmountProps = {
  formProps: ReturnType<typeof getFormProps>
  fields: { amount: FieldMeta; reason: FieldMeta }
  /** beside the amount: its discounts */
  hint: string | undefined
}

/** Another amount for a lesson or a package, with the ways back to the usual one and to charging nothing. */
function AgreedAmount({ formProps, fields, hint }: AgreedAmountProps) {
  const { charge, back, currency } = useLoaderData<typeof loader>()
  const { seatId, packageId, usualMinor } = charge
  return (
    <PostForm className="form" {...formProps}>
      {seatId ? (
        <p className="dim">
          Attendance that charges as much as now keeps the amount you enter. If it changes to charge something
          else, the usual price applies, and the attendance page says so.
        </p>
      ) : null}
      {packageId ? (
        <p className="dim">
          If you waive it, the family keeps the lessons. To end those, too,{" "}
          <Link to={paths.package(packageId)}>end the package</Link>.
        </p>
      ) : null}
      <Field meta={fields.amount} label="Amount" hint={hint} inputMode="decimal" maxLength={40} />
      <ChargeReason meta={fields.reason} />
      <p className="buttons">
        <SubmitButton isMain pending="Saving…" label="Save" />
        {usualMinor === null ? null : (
          <SubmitButton pending="Saving…" intent="usual" variant="secondary" formNoValidate>
            Use the usual {formatMoney(usualMinor, currency)} again
          </SubmitButton>
        )}
        {packageId ? (
          <SubmitButton
            pending="Waiving…"
            intent="waive"
            variant="danger"
            formNoValidate
            label="Waive charge"
          />
        ) : null}
        {seatId ? <Link to={paths.waiver(seatId, { back: back.to })}>Waive lesson</Link> : null}
      </p>
    </PostForm>
  )
}

/** Each amount that was set by hand, with who did it and why. */
function AgreedChanges({ changes, currency }: { changes: AgreedChange[]; currency: string }) {
  if (changes.length === 0) return null
  return (
    <section className="section" aria-labelledby="changes">
      <h2 id="changes">Changes</h2>
      <ul className="rows small">
        {changes.map(({ id, at, actorName, fromMinor, toMinor, reason }) => (
          <li key={id}>
            <span>
              {formatMoney(fromMinor, currency)} changed to {formatMoney(toMinor, currency)}: {reason}{" "}
              <span className="block text-13 text-ink-2">
                {actorName}, {at}
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Why a charge is changed or waived. */
function ChargeReason({ meta }: { meta: FieldMeta }) {
  return (
    <Field
      meta={meta}
      label="Reason"
      hint="Why you change or waive it. Kept in the activity."
      maxLength={200}
    />
  )
}

type AmountParts = {
  discounts: readonly { reason: string; amountMinor: number }[]
  /** the tax in the amount: on papers it may be below the items */
  tax: { text: string; taxMinor: number } | null
}

/** "Includes VAT 20%, $6.67. After Siblings, 10%: −$9.00. Discounts are worked out again from a new amount." */
function hintOf({ discounts, tax }: AmountParts, currency: string): string | undefined {
  const each = discounts.map(({ reason, amountMinor }) => `${reason}: ${formatMoney(-amountMinor, currency)}`)
  const texts = [
    ...(tax ? [`Includes ${tax.text}, ${formatMoney(tax.taxMinor, currency)}.`] : []),
    ...(each.length > 0
      ? [`After ${each.join("; ")}. Discounts are worked out again from a new amount.`]
      : []),
  ]
  return texts.join(" ") || undefined
}

/** "$25.00 instead of $40.00, not yet invoiced" */
function amountText(
  charge: { amountMinor: number; usualMinor: number | null },
  { barrier, standing }: { barrier: string | null; standing: StandingCharge },
  currency: string,
): string {
  const instead = charge.usualMinor === null ? "" : ` instead of ${formatMoney(charge.usualMinor, currency)}`
  const state = standing.invoice
    ? `on invoice ${standing.invoice.number}`
    : barrier === "withdrawn"
      ? "no longer charged"
      : barrier === "invoiced"
        ? "already invoiced"
        : "not yet invoiced"
  return `${formatMoney(charge.amountMinor, currency)}${instead}, ${state}`
}

/** To the invoice that it is on, or to the charge that took its place. */
function StandingLink({
  standing: { invoice, next },
  currency,
}: {
  standing: StandingCharge
  currency: string
}) {
  if (invoice) return <Link to={paths.invoice(invoice.id)}>Invoice {invoice.number}</Link>
  if (next) {
    const text = `The charge is ${formatMoney(next.amountMinor, currency)} now`
    return <Link to={paths.charge(next.chargeId)}>{text}</Link>
  }
  return null
}
