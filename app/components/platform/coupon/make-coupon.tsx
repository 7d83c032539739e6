import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField } from "~/components/form/choice-fields"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { FieldProblem } from "~/components/ui/field-problem"
import { planCatalogue, planKeys } from "~/models/accounts/plan/plan-catalogue"

export const couponFormId = "coupon"

/** The fields as they are typed; the schema turns them into what is stored. */
type Typed = {
  key: string
  code: string
  kindOff: string
  off: string
  months: string
  plans: string[]
  validUntil: string
  mostUses: string
}

type MakeCouponProps = {
  result: SubmissionResult | undefined
  /** makes a second press make nothing more */
  formKey: string
}

/** A new coupon: what it takes off, off how many payments, and who may use it. */
export function MakeCoupon({ result, formKey }: MakeCouponProps) {
  const [form, fields] = useForm<Typed>({
    id: couponFormId,
    lastResult: result,
    defaultValue: { key: formKey, kindOff: "percent" },
  })
  const typed = result?.initialValue?.plans
  const chosen = Array.isArray(typed) ? typed : [typed]
  return (
    <section className="section" aria-labelledby="make">
      <h2 id="make">New coupon</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="key" value={String(fields.key.initialValue ?? formKey)} />
        <Field
          meta={fields.code}
          label="Code"
          hint="Letters, digits and hyphens, such as SPRING-26."
          maxLength={24}
          autoComplete="off"
          spellCheck={false}
        />
        <SegmentedField
          meta={fields.kindOff}
          label="Takes off"
          choices={[
            { value: "percent", label: "Percent" },
            { value: "amount", label: "US dollars" },
          ]}
        />
        <Field meta={fields.off} label="How much" inputMode="decimal" maxLength={12} />
        <Field
          meta={fields.months}
          label="Months"
          hint="Works with monthly billing. Leave blank for the first payment only, monthly or yearly."
          inputMode="numeric"
          maxLength={2}
          optional
        />
        <fieldset id={fields.plans.id} tabIndex={-1} className="field">
          <legend>Plans</legend>
          <div className="hint" id="coupon-plans-hint">
            Leave all unchecked for every plan.
          </div>
          <FieldProblem id={fields.plans.errorId} message={fields.plans.errors?.join(" ")} />
          {planKeys.map((key) => (
            <label className="checkbox" key={key}>
              <input
                type="checkbox"
                name="plans"
                value={key}
                defaultChecked={chosen.includes(key)}
                aria-describedby="coupon-plans-hint"
              />
              {planCatalogue[key].name}
            </label>
          ))}
        </fieldset>
        <DateField meta={fields.validUntil} label="Last day" optional />
        <Field
          meta={fields.mostUses}
          label="Most uses"
          hint="How many schools can use it. Leave blank for any number."
          inputMode="numeric"
          maxLength={6}
          optional
        />
        <p>
          <SubmitButton intent="make" pending="Saving…">
            Create coupon
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
