import { type SubmissionResult, useForm } from "@conform-to/react"
import { EnterButton } from "~/components/form/enter-button"
import { CurrentPassword, Field } from "~/components/form/field"
import { PartForm } from "~/components/form/part-form"
import { ActButton, SubmitRow } from "~/components/form/post-form"
import { CalloutText } from "~/components/ui/callout"
import { EditablePart } from "~/components/ui/editable-part"

export type StripeAccount = {
  name: string
  isTest: boolean
  keyEnd: string
  hasWebhookSecret: boolean
  /** When the key last worked, as text. */
  checked: string
}

type StripePartProps = {
  account: StripeAccount | null
  /** Where Stripe sends its messages. */
  webhookUrl: string
  result?: SubmissionResult
}

/** The Stripe account that families pay to by card. */
export function StripePart({ account, webhookUrl, result }: StripePartProps) {
  return (
    <EditablePart
      id="stripe"
      title="Card payments"
      about="Families pay by card straight to your school’s own Stripe account. All administrators get an email when this changes."
      isAnswered={result !== undefined}
      facts={[
        ["Stripe account", account?.name],
        ["Key", account && `${account.isTest ? "Test key" : "Secret key"} ending in ${account.keyEnd}`],
        ["Last worked", account?.checked],
        ["Signing secret", account?.hasWebhookSecret ? "Saved" : null],
      ]}
      below={account ? <AccountState isTest={account.isTest} /> : null}
    >
      <StripeForm account={account} webhookUrl={webhookUrl} result={result} />
    </EditablePart>
  )
}

function AccountState({ isTest }: { isTest: boolean }) {
  return (
    <>
      {isTest ? (
        <CalloutText tone="amber">
          This is a key of Stripe’s test mode: families can “pay” with test cards, and no money moves. Enter a
          live key before you send real invoices.
        </CalloutText>
      ) : null}
      <ActButton label="Test the connection" intent="check-stripe" pending="Asking Stripe…" />
    </>
  )
}

function StripeForm({ account, webhookUrl, result }: StripePartProps) {
  const [form, fields] = useForm<Record<"secretKey" | "webhookSecret" | "currentPassword", string | null>>({
    id: "stripe-form",
    lastResult: result,
  })
  const kept = account ? "Leave it blank to keep the one that’s saved." : undefined
  return (
    <PartForm part="stripe" form={form} save={account ? "Change keys" : "Connect Stripe"} adds>
      {account ? <EnterButton intent="stripe">Change keys</EnterButton> : null}
      <Field
        meta={fields.secretKey}
        label="Secret or restricted key"
        hint={kept ?? "In Stripe under Developers, API keys. It begins with sk_ or rk_."}
        type="password"
        autoComplete="off"
        optional={account !== null}
        maxLength={255}
      />
      <Field
        meta={fields.webhookSecret}
        label="Signing secret"
        hint={
          account?.hasWebhookSecret
            ? kept
            : "It begins with whsec_. Without one, payments are still recorded, some a few minutes later."
        }
        type="password"
        autoComplete="off"
        optional
        maxLength={255}
      />
      <p className="dim long-text">
        For the signing secret, add an endpoint in Stripe under Developers, Webhooks, with the address{" "}
        <code>{webhookUrl}</code> and all events that begin with checkout, charge, refund, payment_intent,
        payment_method and payout.
      </p>
      <CurrentPassword meta={fields.currentPassword} />
      {account ? (
        <p className="dim long-text">
          Removing it, or another account’s key, ends families’ automatic payments with it. We email their
          payers.
        </p>
      ) : null}
      {account ? (
        <SubmitRow label="Remove Stripe" intent="remove-stripe" variant="danger" pending="Removing…" />
      ) : null}
    </PartForm>
  )
}
