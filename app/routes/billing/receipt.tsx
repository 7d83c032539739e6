import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { ReceiptPaper } from "~/components/money/payment/receipt-paper"
import { pageTitle } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { Callout, CalloutText } from "~/components/ui/callout"
import { orNotFound, requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { redirectWhenReplicated } from "~/http/redirect-when-replicated.server"
import { redirectWithToast } from "~/http/toast.server"
import { findLetterhead } from "~/models/accounts/school/letterhead.server"
import type { Actor } from "~/models/foundation/access/actor"
import { unwinChargeback, winChargeback } from "~/models/money/payment/chargeback.server"
import { findDispute } from "~/models/money/payment/open-dispute.server"
import { findPayment } from "~/models/money/payment/payment.server"
import { providerOf } from "~/models/money/payment/refund.server"
import { reverseBarrier } from "~/models/money/payment/reverse-payment.server"
import { sumSpare } from "~/models/money/payment/spare-credit.server"
import { listRefundOrders } from "~/models/money/refund-order/refund-order.server"
import { disputeAnswer } from "~/texts/money/payments"
import { chargebackRefusals } from "~/texts/money/refusals"
import { formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "invoice:read")
  const found = orNotFound(findPayment(actor, params.paymentId ?? ""))
  const { allocations, ...payment } = found
  return {
    payment,
    invoices: allocations.map(({ amountMinor, ...invoice }) => ({ ...invoice, part: amountMinor })),
    school: findLetterhead(actor),
    dispute: disputeOf(actor, payment.id),
    mayReverse: reverseBarrier(actor, payment) === undefined,
    refundOrders: listRefundOrders(actor, payment.id).map(({ createdAt, ...order }) => ({
      ...order,
      on: localDate(createdAt, actor.school.timeZone),
    })),
  }
}

function disputeOf(actor: Actor, paymentId: string) {
  const found = findDispute(actor, paymentId)
  return found ? { ...found, provider: providerOf(actor, paymentId) } : null
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "payment:record")
  const payment = orNotFound(findPayment(actor, params.paymentId ?? ""))
  const to = paths.paymentReceipt(payment.id)
  // A body that is no form reads as an empty one.
  const form = await request.formData().catch(() => new FormData())
  const record = (done: ReturnType<typeof unwinChargeback>, how: string) => {
    if (done.ok) {
      const amount = formatMoney(done.amountMinor, payment.currency)
      const { creditMinor } = sumSpare(actor, payment.familyId)
      const credit =
        creditMinor > 0
          ? `The family has ${formatMoney(creditMinor, payment.currency)} of account credit.`
          : undefined
      const links = credit ? [{ label: "Family billing", to: paths.family(payment.familyId) }] : undefined
      return redirectWhenReplicated(
        to,
        { tone: "good", title: `Chargeback of ${amount} recorded ${how}.`, text: credit },
        links,
      )
    }
    const text = chargebackRefusals[done.reason]
    return redirectWithToast(to, { tone: "bad", title: "Not recorded.", text })
  }
  return intents(form, to, {
    won: () => record(winChargeback(actor, payment.id, "office"), "as won"),
    "not-won": () => record(unwinChargeback(actor, payment.id), "again"),
  })
}

export const meta = pageTitle<typeof loader>(
  (data) => `Receipt for ${data.payment.payerName}`,
  "Receipt for payment",
)

export default function OfficeReceipt() {
  const { payment, invoices, school } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.family(payment.familyId)}>Family billing</Link>
      </p>
      <RefundsUnderWay />
      <DisputePart />
      <ChargebackPart />
      <ReceiptPaper
        payment={payment}
        invoices={invoices}
        school={school}
        pdf={paths.receiptPdf(payment.id)}
        invoiceLink={({ invoiceId, text }) => <Link to={paths.invoice(invoiceId)}>{text}</Link>}
      />
      <Deeds />
      {payment.note ? <p className="dim">Internal note: {payment.note}</p> : null}
    </div>
  )
}

function Deeds() {
  const { payment, mayReverse } = useLoaderData<typeof loader>()
  if (payment.reversedOn) return null
  return (
    <p className="buttons no-print">
      {payment.refundableMinor > 0 ? (
        <>
          <LinkButton to={paths.paymentInvoices(payment.id)}>Choose invoices</LinkButton>
          <LinkButton to={paths.paymentRefund(payment.id)}>Refund</LinkButton>
        </>
      ) : null}
      {mayReverse ? (
        <LinkButton to={paths.paymentReverse(payment.id)} variant="danger">
          Reverse payment
        </LinkButton>
      ) : null}
    </p>
  )
}

/** What the provider was asked to refund and hasn't: on its way, or refused. */
function RefundsUnderWay() {
  const { payment, refundOrders } = useLoaderData<typeof loader>()
  return refundOrders.map(({ id, on, amountMinor, state, failure }) => (
    <CalloutText key={id} tone={failure ? "red" : "amber"}>
      {failure
        ? `Refund of ${formatMoney(amountMinor, payment.currency)} on ${formatDate(on, "medium")} not made. ${failure}`
        : state === "pending"
          ? `A refund of ${formatMoney(amountMinor, payment.currency)} from ${formatDate(on, "medium")} is pending. It’s recorded when it completes. Don’t refund it again.`
          : `A refund of ${formatMoney(amountMinor, payment.currency)} from ${formatDate(on, "medium")} is being processed. Don’t refund it again.`}
    </CalloutText>
  ))
}

/** A dispute that isn't decided. */
function DisputePart() {
  const { payment, dispute } = useLoaderData<typeof loader>()
  if (!dispute) return null
  const { amountMinor, answerBy, provider } = dispute
  return (
    <Callout tone="red">
      <p>
        {payment.payerName} or their bank disputed {formatMoney(amountMinor, payment.currency)} of this
        payment. {disputeAnswer(provider, answerBy && formatDate(answerBy, "medium"))} Don’t refund the
        payment until the dispute is decided.
      </p>
    </Callout>
  )
}

/** What the bank took back of a payment, what that leaves owed, and the button for a dispute that the school won. */
function ChargebackPart() {
  const { payment } = useLoaderData<typeof loader>()
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
            <SubmitButton intent="won" variant="secondary" pending="Recording…" label="Chargeback won" />
          </p>
        </PostForm>
      </Callout>
    )
  if (owed) return <Callout tone="red">{owed}</Callout>
  return wonByHandMinor > 0 ? (
    <PostForm className="form no-print">
      <p>You recorded the chargeback of {money(wonByHandMinor)} as won.</p>
      <p className="buttons">
        <SubmitButton intent="not-won" variant="secondary" pending="Recording…" label="Not won after all" />
      </p>
    </PostForm>
  ) : null
}
