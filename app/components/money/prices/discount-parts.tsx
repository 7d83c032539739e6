import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField, SelectField } from "~/components/form/choice-fields"
import { EnterButton } from "~/components/form/enter-button"
import { Field } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Button, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import type { DiscountRule } from "~/models/money/discount/discount"
import { kindLabels, ruleText, stackingRule, targetLabels } from "~/models/money/discount/discount"
import { countOf } from "~/utils/count-of"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"

/** The rules in the order they apply. */
export function DiscountRules({ rules, currency }: { rules: readonly DiscountRule[]; currency: string }) {
  if (rules.length === 0)
    return <EmptyState>No discounts yet. Add one for siblings, several classes or one family.</EmptyState>
  return (
    <section className="section" aria-labelledby="discounts-title">
      <h2 id="discounts-title">Your discounts</h2>
      <p className="dim">{stackingRule}</p>
      <ol className="rows">
        {rules.map((rule, index) => (
          <li key={rule.id} className="flex-wrap">
            <span className="flex-1">
              <b>{rule.name}</b>
              <br />
              <span className="small dim">{ruleText(rule, currency)}</span>
            </span>{" "}
            <Link to={`${paths.discounts({ apply: rule.id })}#apply`}>
              Apply to charges<span className="visually-hidden"> {rule.name}</span>
            </Link>
            {index > 0 ? <RuleButton rule={rule} intent="move-discount" label="Move up" /> : null}
            <RuleButton rule={rule} intent="end-discount" label="End" />
          </li>
        ))}
      </ol>
    </section>
  )
}

type ApplyProps = {
  rule: DiscountRule
  charges: number
  beforeMinor: number
  afterMinor: number
  left: number
  more: boolean
  currency: string
}

/** Asks whether a discount also holds for what was charged and isn't invoiced yet, with what that changes. */
export function ApplyDiscount({ rule, charges, beforeMinor, afterMinor, left, more, currency }: ApplyProps) {
  const kept =
    left > 0
      ? ` ${countOf(left, "charge")} won’t change: nothing would be left, a last day or leave shortened the month, or you set the amount.`
      : ""
  return (
    <section className="section" aria-labelledby="apply" tabIndex={-1}>
      <h2 id="apply">{rule.name}: charges not invoiced yet</h2>
      {charges === 0 ? (
        <p>It has been applied, or no charge it’s for is waiting for an invoice.{kept}</p>
      ) : (
        <>
          <p>
            {`${countOf(charges, "charge")} of ${formatMoney(beforeMinor, currency)} ${charges === 1 ? "isn’t" : "aren’t"} invoiced yet. With the discount ${charges === 1 ? "it comes" : "they come"} to ${formatMoney(afterMinor, currency)}, ${formatMoney(beforeMinor - afterMinor, currency)} less.`}
            {more ? " More follow after these." : ""}
            {kept}
          </p>
          <PostForm className="buttons">
            <input type="hidden" name="rule" value={rule.id} />
            <input type="hidden" name="charges" value={charges} />
            <input type="hidden" name="beforeMinor" value={beforeMinor} />
            <SubmitButton intent="apply-discount" pending="Applying…">
              Apply to {countOf(charges, "charge")}
            </SubmitButton>
            <LinkButton to={paths.discounts()}>New charges only</LinkButton>
          </PostForm>
        </>
      )}
    </section>
  )
}

function RuleButton({ rule, intent, label }: { rule: DiscountRule; intent: string; label: string }) {
  return (
    <PostForm preventScrollReset>
      <input type="hidden" name="rule" value={rule.id} />
      <Button type="submit" name="intent" value={intent} variant="plain">
        {label}
        <span className="visually-hidden"> {rule.name}</span>
      </Button>
    </PostForm>
  )
}

type NewDiscountProps = {
  families: NameOffer
  source?: string
  currency: string
  result?: SubmissionResult
}

export function NewDiscount({ families, source, currency, result }: NewDiscountProps) {
  const [form, fields] = useForm<Record<"name" | "kind" | "fromNth" | "family" | "target" | "off", string>>({
    id: "add-discount-form",
    lastResult: result,
    defaultValue: { kind: "sibling", target: "all", fromNth: "2" },
  })
  return (
    <details className="form-disclosure" open={result !== undefined}>
      <summary className="button">Add a discount</summary>
      <PostForm className="form" {...getFormProps(form)}>
        {families.isSearched ? (
          <EnterButton intent="add-discount" formNoValidate>
            Add discount
          </EnterButton>
        ) : null}
        <SegmentedField
          meta={fields.kind}
          label="For"
          choices={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        />
        <div className="columns">
          <Field meta={fields.name} label="Name" hint="Families see it on invoices." maxLength={60} />
          <Field
            meta={fields.off}
            label={`Percent, or amount in ${currency}`}
            hint={`10% or ${plainAmount(500)} off each charge`}
            maxLength={20}
          />
          <Field
            meta={fields.fromNth}
            label="From which child or class on"
            hint="2 is the second. Not used for one family."
            optional
            inputMode="numeric"
            maxLength={2}
          />
          <NameChoiceField
            meta={fields.family}
            label="Family"
            sought="a family"
            hint="Only for one family."
            optional
            prompt="None"
            offer={families}
            source={source}
          />
          <SelectField
            meta={fields.target}
            label="On"
            choices={Object.entries(targetLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <p>
          <SubmitButton intent="add-discount" variant="secondary" pending="Adding…">
            Add discount
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
