import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { countOf } from "~/utils/count-of"
import { joinNames } from "~/utils/join-names"
import { formatMoney } from "~/utils/money"

type ChargeThoseProps = { names: readonly string[]; feeMinor: number; currency: string }

/** Whoever said yes before there was a fee, and the button that charges them. */
export function ChargeThose({ names, feeMinor, currency }: ChargeThoseProps) {
  if (names.length === 0) return null
  const sum = formatMoney(names.length * feeMinor, currency)
  return (
    <Callout>
      <p>
        {countOf(names.length, "student")} said yes without a fee: {joinNames(names)}. Charged now,{" "}
        {formatMoney(feeMinor, currency)} each is on their families’ next invoices.
      </p>
      <PostForm>
        <input type="hidden" name="students" value={names.length} />
        <input type="hidden" name="fee" value={feeMinor} />
        <SubmitButton intent="charge" variant="secondary" pending="Charging…">
          Charge {countOf(names.length, "fee")}, {sum}
        </SubmitButton>
      </PostForm>
    </Callout>
  )
}
