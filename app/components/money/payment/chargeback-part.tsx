import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

type ChargebackPartProps = {
  payment: {
    familyId: string
    currency: string
    owedMinor: number
    chargeback: { standingMinor: number; wonByHandMinor: number }
  }
}

/** What the bank took back of a payment, what that leaves owed, and the button for a dispute that the school won. */
export function ChargebackPart({ payment }: ChargebackPartProps) {
  const { standingMinor, wonByHandMinor } = payment.chargeback
  const money = (amountMinor: number) => formatMoney(amountMinor, payment.currency)
  const owed =
    payment.owedMinor > 0 ? (
      <p>
        More was refunded than was paid, so the family owes {money(payment.owedMinor)} that isn’t on an
        invoice. When they pay it, record a payment on{" "}
        <Link to={paths.family(payment.familyId)}>the family’s billing page</Link>.
      </p>
    ) : null
  if (standingMinor > 0)
    return (
      <Callout tone="red">
        <p>
          The payment provider or the payer’s bank reversed {money(standingMinor)} of this payment (a
          chargeback). {owed ? "Part of it had been refunded before." : "What it had paid is due again."}
        </p>
        {owed}
        <PostForm className="form no-print">
          <p>If the dispute is decided for you, record that the money is back:</p>
          <p className="buttons">
            <SubmitButton intent="won" variant="secondary" pending="Recording…">
              Chargeback won
            </SubmitButton>
          </p>
        </PostForm>
      </Callout>
    )
  if (owed) return <Callout tone="red">{owed}</Callout>
  return wonByHandMinor > 0 ? (
    <PostForm className="form no-print">
      <p>You recorded the chargeback of {money(wonByHandMinor)} as won.</p>
      <p className="buttons">
        <SubmitButton intent="not-won" variant="secondary" pending="Recording…">
          Not won after all
        </SubmitButton>
      </p>
    </PostForm>
  ) : null
}
