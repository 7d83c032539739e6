import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Archived } from "~/components/form/catalog"
import { CheckField, Field, SegmentedField } from "~/components/form/field"
import { PostForm, RowButton, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CancelEdit } from "~/components/ui/editable-part"
import type { TaxRate } from "~/models/accounts/tax/tax"
import { taxText, withTax } from "~/models/accounts/tax/tax"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type TaxRatesProps = {
  rates: readonly TaxRate[]
  isAdded: boolean
  taxNumber: string | null
  currency: string
  result?: SubmissionResult
}

/** The school's taxes: each with its percentage, the one that lessons have, and how prices are meant. */
export function TaxRates({ rates, isAdded, taxNumber, currency, result }: TaxRatesProps) {
  const offered = rates.filter(({ isArchived }) => !isArchived)
  return (
    <div className="stack">
      <p className="dim">
        Tax is calculated and rounded to the cent on each line, so lines, taxes and totals always add up.
        Charges keep the tax they were made with.
      </p>
      {offered.length === 0 ? (
        <p>No taxes yet. Lessons and items are charged without tax.</p>
      ) : (
        <>
          <ul className="rows">
            {offered.map((rate) => (
              <Rate key={rate.id} rate={rate} example={exampleOf(rate, isAdded, currency)} />
            ))}
          </ul>
          <TaxMode
            isAdded={isAdded}
            result={result?.initialValue?.intent === "tax-mode" ? result : undefined}
          />
        </>
      )}
      <NewRate
        isOpen={rates.length === 0}
        result={result?.initialValue?.intent === "add-tax" ? result : undefined}
      />
      <p className="small">
        {taxNumber
          ? `Your tax number ${taxNumber} is on every invoice. `
          : "Your invoices show no tax number. "}
        <Link to={`${paths.schoolSettings()}#invoicing`}>{taxNumber ? "Change it" : "Add it"}</Link>
      </p>
      <Archived
        rows={rates}
        called={["archived tax", "archived taxes"]}
        name={taxText}
        button={(rate) => <RowButton {...actingOn(rate)} intent="restore-tax" label="Restore" />}
      />
      <p>
        <CancelEdit part="tax">Done</CancelEdit>
      </p>
    </div>
  )
}

/** "$100.00 is $83.33 plus $16.67 tax" */
function exampleOf(rate: TaxRate, isAdded: boolean, currency: string): string {
  const money = (minor: number) => formatMoney(minor, currency)
  const { amountMinor, taxMinor } = withTax(10_000, { ...rate, isAdded })
  return isAdded
    ? `A price of ${money(10_000)} is charged as ${money(amountMinor)}.`
    : `${money(10_000)} is ${money(amountMinor - taxMinor)} plus ${money(taxMinor)} tax.`
}

function Rate({ rate, example }: { rate: TaxRate; example: string }) {
  return (
    <li className="flex-wrap">
      <span className="flex-1">
        <b>{taxText(rate)}</b>
        {rate.isDefault ? " on lessons, tuition and packages" : null}
        <br />
        <span className="small dim">{example}</span>
      </span>
      <RowButton
        {...actingOn(rate)}
        intent={rate.isDefault ? "no-default-tax" : "default-tax"}
        label={rate.isDefault ? "Stop charging on lessons" : "Charge on lessons"}
      />
      <RowButton {...actingOn(rate)} intent="archive-tax" label="Archive" />
    </li>
  )
}

const actingOn = (rate: TaxRate) => ({ sends: { rate: rate.id }, of: taxText(rate) })

function TaxMode({ isAdded, result }: { isAdded: boolean; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ mode: string }>({
    id: "tax-mode-form",
    lastResult: result,
    defaultValue: { mode: isAdded ? "added" : "included" },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <SegmentedField
        meta={fields.mode}
        label="Your prices"
        hint="Applies to new charges."
        choices={[
          { value: "included", label: "Include tax" },
          { value: "added", label: "Tax is added" },
        ]}
      />
      <p>
        <SubmitButton intent="tax-mode" variant="secondary" pending="Saving…">
          Save<span className="visually-hidden"> tax</span>
        </SubmitButton>
      </p>
    </PostForm>
  )
}

function NewRate({ isOpen, result }: { isOpen: boolean; result?: SubmissionResult }) {
  const [form, fields] = useForm<Record<"name" | "rate" | "isDefault", string>>({
    id: "add-tax-form",
    lastResult: result,
  })
  return (
    <details className="form-disclosure" open={isOpen || result !== undefined}>
      <summary className="button">Add a tax</summary>
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          <Field meta={fields.name} label="Name" hint="For example, VAT or Sales tax" maxLength={40} />
          <Field meta={fields.rate} label="Percent" inputMode="decimal" maxLength={12} />
        </div>
        <CheckField meta={fields.isDefault} label="Charge it on lessons, tuition and packages" />
        <SubmitRow label="Add tax" intent="add-tax" variant="secondary" pending="Adding…" />
      </PostForm>
    </details>
  )
}
