import { type FieldMetadata, getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { AddressFields, shownAddress } from "~/components/form/address-fields"
import { CheckField, Field, SegmentedField, SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { categoryLabels, payerCategories, ruleLabels } from "~/models/money/payer/payer"
import { guardianShares, type PayerRules } from "~/models/money/payer/payer-rules"
import { formatFigure } from "~/utils/formats"
import { plainAmount } from "~/utils/money"
import type { PostalAddress } from "~/utils/postal-address"

type PayerRulesFormProps = { rules: PayerRules; back: string; result?: SubmissionResult }
type Fields = Record<string, FieldMetadata<string>>

/** How a family's payers split invoices. Only the fields of the chosen rule count. */
export function PayerRulesForm({ rules, back, result }: PayerRulesFormProps) {
  const [form, fields] = useForm<Record<string, string | PostalAddress>>({
    id: "payers",
    lastResult: result,
    defaultValue: valuesOf(rules),
  })
  const { shareBy, own } = fields as unknown as Fields
  return (
    <>
      <ErrorSummary form={form} />
      <PostForm edits className="form payer-rules" {...getFormProps(form)}>
        {rules.guardians.map(({ id }) => (
          <input key={id} type="hidden" name="guardian[]" value={id} />
        ))}
        {standingOf(rules).map(({ id }) => (
          <input key={id} type="hidden" name="payer[]" value={id} />
        ))}
        {shareBy ? (
          <SegmentedField
            meta={shareBy}
            label="Split invoices"
            choices={(["percent", "amount", "category"] as const).map((value) => ({
              value,
              label: ruleLabels[value],
            }))}
          />
        ) : null}
        <Rules
          payers={[...rules.guardians, ...standingOf(rules)]}
          itself={rules.guardians.length > 0 ? undefined : rules.itself.name}
          fields={fields as unknown as Fields}
        />
        <h2>Invoices</h2>
        {own ? (
          <CheckField
            meta={own}
            label="Send each payer an invoice of their own"
            hint="Each payer sees and pays only their own. Otherwise one invoice shows everyone’s share."
          />
        ) : null}
        {rules.guardians.map(({ id, name, email }, index) => (
          <Addresses key={id} name={name} email={email} fields={fields as unknown as Fields} index={index} />
        ))}
        <p className="buttons">
          <SubmitButton pending="Saving…" intent="save" isMain label="Save payers" />
          <SubmitButton
            pending="Previewing…"
            intent="preview"
            variant="secondary"
            formNoValidate
            label="Preview next invoice"
          />
          <Link to={back}>Cancel</Link>
        </p>
        <p className="small dim">Sent invoices keep their payers.</p>
      </PostForm>
    </>
  )
}

/** Who still pays, besides guardians. */
const standingOf = ({ others }: PayerRules) => others.filter(({ hasEnded }) => !hasEnded)

type RulesProps = {
  payers: readonly { id: string; name: string }[]
  /** Who pays what is left in a family without guardians. */
  itself: string | undefined
  fields: Fields
}

function Rules({ payers, itself, fields }: RulesProps) {
  const choices = [
    ...(itself === undefined ? [] : [{ value: "", label: itself }]),
    ...payers.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const { rest } = fields
  return (
    <>
      <div className="form payer-rule percent">
        <h2>By percentage</h2>
        {payers.map(({ id, name }, index) => {
          const meta = fields[`share${index}`]
          return meta ? (
            <Field
              key={id}
              meta={meta}
              label={`${name}’s share (%)`}
              inputMode="decimal"
              maxLength={8}
              optional
            />
          ) : null
        })}
      </div>
      <div className="form payer-rule amount">
        <h2>By amount</h2>
        <p className="small dim">
          Amounts are taken from each invoice in this order. Discounts are taken off the charges first.
        </p>
        {payers.map(({ id, name }, index) => {
          const meta = fields[`amount${index}`]
          return meta ? (
            <Field
              key={id}
              meta={meta}
              label={`${name}’s amount of each invoice`}
              inputMode="decimal"
              maxLength={20}
              optional
            />
          ) : null
        })}
        {rest ? <SelectField meta={rest} label="Pays the rest" choices={choices} optional /> : null}
      </div>
      <div className="form payer-rule category">
        <h2>By category</h2>
        {payerCategories.map((category) => {
          const meta = fields[category]
          return meta ? (
            <SelectField
              key={category}
              meta={meta}
              label={categoryLabels[category]}
              choices={choices}
              hint={category === "other" ? "A late fee goes to the payer whose invoice is late." : undefined}
              optional
            />
          ) : null
        })}
      </div>
    </>
  )
}

function Addresses({
  name,
  email,
  fields,
  index,
}: {
  name: string
  email: string | null
  fields: Fields
  index: number
}) {
  const [emailMeta, address] = [fields[`email${index}`], fields[`address${index}`]]
  return (
    <>
      {emailMeta ? (
        <Field
          meta={emailMeta}
          type="email"
          label={`${name}’s billing email`}
          hint={email ? `Leave blank to use ${email}.` : undefined}
          maxLength={254}
          autoComplete="off"
          optional
        />
      ) : null}
      {address ? (
        <AddressFields
          meta={address}
          label={`${name}’s billing address`}
          hint="Leave blank to use the family’s."
          of={name}
          optional
          isFurther
        />
      ) : null}
    </>
  )
}

function valuesOf(rules: PayerRules): Record<string, string | PostalAddress> {
  const { shareBy, hasOwnInvoices, guardians, parts } = rules
  const standing = standingOf(rules)
  const shares = [...guardianShares(rules), ...standing.map(({ share }) => share)]
  const pays = new Set([...guardians, ...standing].map(({ id }) => id))
  const first = guardians[0]?.id ?? ""
  return {
    shareBy,
    ...(hasOwnInvoices ? { own: "on" } : {}),
    ...Object.fromEntries(
      (["rest", ...payerCategories] as const).map((part) => [
        part,
        pays.has(parts[part] ?? "") ? (parts[part] ?? "") : first,
      ]),
    ),
    ...Object.fromEntries(
      [...guardians, ...standing].flatMap(({ amountMinor }, index) => [
        [`share${index}`, formatFigure((shares[index] ?? 0) / 100)],
        [`amount${index}`, amountMinor === null ? "" : plainAmount(amountMinor)],
      ]),
    ),
    ...Object.fromEntries(
      guardians.flatMap(({ billingEmail, billingAddress }, index) => [
        [`email${index}`, billingEmail ?? ""],
        [`address${index}`, shownAddress(billingAddress)],
      ]),
    ),
  }
}
