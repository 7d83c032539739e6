import type { SubmissionResult } from "@conform-to/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { LedgerList } from "~/components/ui/ledger-list"
import {
  type AutoChargeState,
  chargeStateLabels,
  declineText,
  expiryText,
  type SavedMethodState,
} from "~/models/money/auto-pay/auto-pay"
import type { DeclineReason, ProviderName } from "~/models/money/payment-provider/payment-provider"
import { methodTexts } from "~/texts/money/saved-methods"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformWay } from "~/utils/payment-providers"
import { AgreeForm, Agreement, type Offer } from "./agree-form"

type OwnAutoPayProps = {
  familyId: string
  currency: string
  method: {
    id: string
    state: SavedMethodState
    account: string | null
    provider: ProviderName
    /** The last month of a card, `YYYY-MM`. */
    expires: string | null
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
    declineReason: DeclineReason | null
    invoiceId: string
    number: string | null
  }[]
  /** Those that aren't announced yet. */
  planned: { invoiceId: string; number: string; amountMinor: number; chargeOn: string }[]
  /** Where something can be saved now; nothing while the school doesn't offer it. */
  offers: Offer[]
  result?: SubmissionResult
}

/** A payer's automatic payment for one family: what is saved and to come, and how to start, replace or end it. */
export function OwnAutoPay(props: OwnAutoPayProps) {
  const { familyId, currency, method, charges, planned, offers, result } = props
  const answered = result?.initialValue?.way
  const resultOf = (way: ProviderName) => ((answered ?? platformWay) === way ? result : undefined)
  if (!method) {
    const [first, ...others] = offers
    return first ? (
      <>
        <AgreeForm {...first} familyId={familyId} replaces={false} result={resultOf(first.way)} />
        {others.map((offer) => (
          <details key={offer.way} className="disclosure" open={Boolean(resultOf(offer.way))}>
            <summary>Use a {methodTexts[offer.way].kind} instead</summary>
            <AgreeForm {...offer} familyId={familyId} replaces={false} result={resultOf(offer.way)} />
          </details>
        ))}
      </>
    ) : null
  }
  const { provider } = method
  const rows = [
    ...charges.map(({ id, ...charge }) => ({
      ...{ ...charge, key: id, text: chargeText({ ...charge, provider }) },
    })),
    ...planned.map(({ chargeOn, ...charge }) => ({
      ...{ ...charge, key: `${charge.invoiceId} planned` },
      text: `to be charged ${formatDate(chargeOn, "medium")}, after an email that announces it`,
    })),
  ]
  return (
    <>
      <p>
        <b>{`${method.account ?? methodTexts[provider].kind}${method.expires ? `, expires ${expiryText(method.expires)}` : ""}`}</b>
        <br />
        <span className="dim">saved {formatDate(method.agreedOn, "medium")}</span>
      </p>
      {method.state === "paused" ? (
        <CalloutText tone="amber">
          Automatic payment is paused because a charge didn’t go through. Pay that invoice yourself.{" "}
          {methodTexts[provider].mend}, then resume it for later invoices or save another one.
        </CalloutText>
      ) : null}
      {rows.length > 0 ? (
        <LedgerList
          rows={rows.map(({ key, invoiceId, number, amountMinor, text }) => ({
            key,
            label: (
              <>
                <Link to={paths.studentInvoice(invoiceId)}>Invoice {number}</Link>, {text}
              </>
            ),
            amount: formatMoney(amountMinor, currency),
          }))}
        />
      ) : method.state === "active" ? (
        <p className="dim">No invoices to charge.</p>
      ) : null}
      <PostForm className="buttons" sends={{ agreement: method.id }}>
        {method.state === "paused" ? (
          <SubmitButton
            intent="resume"
            variant="primary"
            pending="Resuming…"
            label="Resume automatic payment"
          />
        ) : null}
        <SubmitButton intent="end" variant="danger" pending="Ending…" label="End automatic payment" />
      </PostForm>
      <details className="disclosure">
        <summary>What you agreed to</summary>
        <Agreement text={method.agreement} />
      </details>
      {offers.map((offer) => (
        <details key={offer.way} className="disclosure" open={Boolean(resultOf(offer.way))}>
          <summary>
            {offer.way === provider
              ? methodTexts[offer.way].another
              : `Use a ${methodTexts[offer.way].kind} instead`}
          </summary>
          <AgreeForm {...offer} familyId={familyId} replaces result={resultOf(offer.way)} />
        </details>
      ))}
    </>
  )
}

function chargeText({
  state,
  nextTryOn,
  failures,
  declineReason,
  provider,
}: Pick<OwnAutoPayProps["charges"][number], "state" | "nextTryOn" | "failures" | "declineReason"> & {
  provider: ProviderName
}): string {
  if (state !== "announced") return chargeStateLabels[state].toLowerCase()
  const date = formatDate(nextTryOn, "medium")
  const why = declineReason ? `. ${declineText(declineReason, provider)}` : ""
  return failures > 0 ? `declined, to be tried again ${date}${why}` : `to be charged ${date}`
}
