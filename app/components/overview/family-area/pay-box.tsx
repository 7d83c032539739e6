import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { type PayRefusal, payRefusals } from "~/models/money/payment-order/payment-order"
import { formatMoney } from "~/utils/money"

type PayBoxProps = {
  /** Minor units. */
  openMinor: number
  currency: string
  /** why PayPal isn't available; shown in place of the button */
  refusal: PayRefusal | null
  isPractice: boolean
}

/** The one thing to do on an open invoice. */
export function PayBox({ openMinor, currency, refusal, isPractice }: PayBoxProps) {
  if (refusal === "nothing-open" || refusal === "processing") return null
  if (refusal)
    return (
      <div className="no-print">
        <Callout>
          <p>{payRefusals[refusal]}</p>
        </Callout>
      </div>
    )
  return (
    <PostForm className="no-print">
      <SubmitButton intent="pay" wide pending="Going to PayPal…">
        Pay {formatMoney(openMinor, currency)} with PayPal
      </SubmitButton>
      <p className="small dim">
        You’ll pay on PayPal, then come back here for your receipt.
        {isPractice ? " This is a test payment: no money moves." : null}
      </p>
    </PostForm>
  )
}
