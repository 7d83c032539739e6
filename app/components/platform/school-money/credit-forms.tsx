import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { CreditForm, FreeMonthsForm, TakeBackForm } from "~/models/platform/school-money/credit-form"
import { Reasons } from "./refund-payment"

type CreditFormProps = {
  result: SubmissionResult | undefined
  /** makes a second press give nothing more */
  formKey: string
  action: string
}

const keyOf = (typed: unknown, formKey: string) => (typeof typed === "string" && typed ? typed : formKey)

/** An amount for the school's next payments. */
export function GiveCredit({ result, formKey, action }: CreditFormProps) {
  const [form, fields] = useForm<CreditForm>({ id: "credit", lastResult: result })
  return (
    <section className="section" aria-labelledby="credit-title">
      <h2 id="credit-title">Give account credit</h2>
      <PostForm className="form" {...getFormProps(form)} action={action}>
        <input type="hidden" name="key" value={keyOf(fields.key.initialValue, formKey)} />
        <Field meta={fields.amount} label="Amount in US dollars" inputMode="decimal" maxLength={20} />
        <Reasons fields={fields} />
        <p>
          <SubmitButton intent="credit" pending="Saving…">
            Give credit
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

/** Months that cost nothing, at what a month of the school's plan costs. */
export function GiveFreeMonths({
  result,
  formKey,
  action,
  month,
}: CreditFormProps & { month: string | null }) {
  const [form, fields] = useForm<FreeMonthsForm>({ id: "free-months", lastResult: result })
  return (
    <section className="section" aria-labelledby="months-title">
      <h2 id="months-title">Give free months</h2>
      {month === null ? (
        <p className="dim">
          This school has no plan, so a month has no price. Give it a coupon for its first months instead.
        </p>
      ) : (
        <PostForm className="form" {...getFormProps(form)} action={action}>
          <input type="hidden" name="key" value={keyOf(fields.key.initialValue, formKey)} />
          <Field
            meta={fields.months}
            label="Months"
            hint={`A month of its plan costs ${month}.`}
            inputMode="numeric"
            maxLength={2}
          />
          <Reasons fields={fields} />
          <p>
            <SubmitButton intent="free-months" pending="Saving…">
              Give free months
            </SubmitButton>
          </p>
        </PostForm>
      )}
    </section>
  )
}

/** Takes back what is left. */
export function TakeBackCredit({ result, formKey, action, left }: CreditFormProps & { left: string }) {
  const [form, fields] = useForm<TakeBackForm>({ id: "take-back", lastResult: result })
  return (
    <section className="section" aria-labelledby="back-title">
      <h2 id="back-title">Take back the rest</h2>
      <PostForm className="form" {...getFormProps(form)} action={action}>
        <input type="hidden" name="key" value={keyOf(fields.key.initialValue, formKey)} />
        <Reasons fields={fields} />
        <p>
          <SubmitButton intent="take-back" variant="danger" pending="Taking back…">
            Take back {left}
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
