import type { DisputedPayment } from "~/models/money/payment/payment"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

/** The toast after a payment, amounts in minor units. */
export function recordedText(
  amountMinor: number,
  payer: string,
  { creditMinor, madeUpMinor }: { creditMinor: number; madeUpMinor: number },
  currency: string,
): string {
  const money = (minor: number) => formatMoney(minor, currency)
  return [
    `${money(amountMinor)} from ${payer} recorded.`,
    ...(madeUpMinor > 0 ? [`${money(madeUpMinor)} pays the balance that isn’t on an invoice.`] : []),
    ...(creditMinor > 0 ? [`${money(creditMinor)} is account credit.`] : []),
  ].join(" ")
}

/** What a school does about a disputed payment: by when, and with what. */
export const disputeAnswer = (provider: string, answerBy: string | null | undefined): string =>
  answerBy
    ? `Answer it in ${provider} by ${answerBy}. Hand in the invoice, the attendance of its lessons, your policies and what you wrote with the family.`
    : `Look at it in ${provider}.`

/** A disputed payment on the dashboard, and by when the provider wants an answer. */
export const disputeToAnswer = ({
  paymentId,
  payerName,
  amountMinor,
  currency,
  answerBy,
}: DisputedPayment) => ({
  to: paths.paymentReceipt(paymentId),
  label: `${formatMoney(amountMinor, currency)} from ${payerName} disputed`,
  act: "View dispute",
  about: answerBy ? `answer it by ${formatDate(answerBy, "medium")}` : "look at it at the payment provider",
})

/** Automatic charges that wait for the office, on the dashboard: none where there are none. */
export const chargesToRelease = (waiting: number) =>
  waiting === 0
    ? []
    : [
        {
          to: paths.automaticPayments(),
          label: `${countOf(waiting, "automatic payment")} on hold`,
          act: "Review charges",
          about: "until you mend what is in the way and release them",
        },
      ]
