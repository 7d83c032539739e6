import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"

type PayDueProps = {
  amount: string
  failedOn: string | null
  /** when PayPal tries by itself, if it does */
  nextTryOn: string | null
  /** makes a second press charge nothing more */
  formKey: string
  /** where the school changes its payment method; absent in practice mode */
  payPalUrl: string | null
}

/** What a failed payment left due, and the two ways to fix it. */
export function PayDue({ amount, failedOn, nextTryOn, formKey, payPalUrl }: PayDueProps) {
  return (
    <Callout tone="red">
      <p>
        <b>{amount}</b> has been due since {failedOn}.{" "}
        {nextTryOn ? `PayPal tries again on ${nextTryOn}.` : "PayPal won’t try again by itself."}
      </p>
      <PostForm>
        <input type="hidden" name="key" value={formKey} />
        <p className="buttons">
          <SubmitButton intent="pay-due" pending="Paying…">
            Pay {amount} now
          </SubmitButton>
          {payPalUrl ? (
            <a href={payPalUrl} rel="noreferrer">
              Change your payment method in PayPal
            </a>
          ) : null}
        </p>
      </PostForm>
    </Callout>
  )
}
