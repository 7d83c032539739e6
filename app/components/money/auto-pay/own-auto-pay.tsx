import type { SubmissionResult } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import {
  type AutoChargeState,
  chargeStateLabels,
  type SavedMethodState,
} from "~/models/money/auto-pay/auto-pay"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { AgreeForm, Agreement } from "./agree-form"

type OwnAutoPayProps = {
  familyId: string
  currency: string
  method: {
    id: string
    state: SavedMethodState
    account: string | null
    /** `YYYY-MM-DD` in the school's zone */
    agreedOn: string
    agreement: string
  } | null
  charges: {
    id: string
    state: AutoChargeState
    amountMinor: number
    nextTryOn: string
    /** How often it was declined. */
    failures: number
    invoiceId: string
    number: string | null
  }[]
  /** what is agreed to now; null while the school doesn't offer it */
  offer: string | null
  isPractice: boolean
  result?: SubmissionResult
}

/** A payer's automatic payment for one family: what is saved and to come, and how to start, replace or end it. */
export function OwnAutoPay(props: OwnAutoPayProps) {
  const { familyId, currency, method, charges, offer, isPractice, result } = props
  if (!method)
    return offer ? (
      <AgreeForm
        familyId={familyId}
        agreement={offer}
        replaces={false}
        isPractice={isPractice}
        result={result}
      />
    ) : null
  const account = method.account ? `PayPal account ${method.account}` : "PayPal account"
  return (
    <>
      <p>
        <b>{account}</b>
        <br />
        <span className="dim">saved {formatDate(method.agreedOn, "medium")}</span>
      </p>
      {method.state === "paused" ? (
        <Callout tone="amber">
          <p>
            Automatic payment is paused because a charge didn’t go through. Check your PayPal account, then
            resume it or save another account.
          </p>
        </Callout>
      ) : null}
      {charges.length > 0 ? (
        <LedgerList
          rows={charges.map(({ id, invoiceId, number, amountMinor, ...charge }) => ({
            key: id,
            label: (
              <>
                <Link to={paths.studentInvoice(invoiceId)}>Invoice {number}</Link>, {chargeText(charge)}
              </>
            ),
            amount: formatMoney(amountMinor, currency),
          }))}
        />
      ) : method.state === "active" ? (
        <p className="dim">No charges are announced.</p>
      ) : null}
      <PostForm className="buttons">
        <input type="hidden" name="agreement" value={method.id} />
        {method.state === "paused" ? (
          <SubmitButton intent="resume" variant="primary" pending="Resuming…">
            Resume automatic payment
          </SubmitButton>
        ) : null}
        <SubmitButton intent="end" variant="danger" pending="Ending…">
          End automatic payment
        </SubmitButton>
      </PostForm>
      <details className="disclosure">
        <summary>What you agreed to</summary>
        <Agreement text={method.agreement} />
      </details>
      {offer ? (
        <details className="disclosure" open={Boolean(result)}>
          <summary>Use another PayPal account</summary>
          <AgreeForm familyId={familyId} agreement={offer} replaces isPractice={isPractice} result={result} />
        </details>
      ) : null}
    </>
  )
}

function chargeText({
  state,
  nextTryOn,
  failures,
}: Pick<OwnAutoPayProps["charges"][number], "state" | "nextTryOn" | "failures">): string {
  if (state !== "announced") return chargeStateLabels[state].toLowerCase()
  const date = formatDate(nextTryOn, "medium")
  return failures > 0 ? `declined, to be tried again ${date}` : `to be charged ${date}`
}
