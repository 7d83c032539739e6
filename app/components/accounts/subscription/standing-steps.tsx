import { ActButton } from "~/components/form/act-button"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { StandingKind } from "~/models/accounts/subscription/subscription"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"

type StandingStepsProps = {
  view: {
    standing: { kind: StandingKind }
    isAtProvider: boolean
    canReturn: boolean
    paidUntil: string | null
    due: { amount: string; failedOn: string | null; nextTryOn: string | null } | null
  }
  formKey: string
  providerUrl: string | null
}

/** What the school can do now: pay what is due, resume, keep its subscription, or choose a plan. */
export function StandingSteps({ view, formKey, providerUrl }: StandingStepsProps) {
  const { standing, isAtProvider, paidUntil } = view
  return (
    <>
      {view.due ? <PayDue {...view.due} formKey={formKey} providerUrl={providerUrl} /> : null}
      {standing.kind === "suspended" && isAtProvider ? (
        <ActButton label="Resume subscription" intent="resume" pending="Resuming…" variant="primary" />
      ) : null}
      {standing.kind === "extended" ? (
        <p>
          <a className="button primary" href={paths.selectPlan({ upgrade: "true" })}>
            Choose a plan
          </a>
        </p>
      ) : null}
      {view.canReturn ? (
        <ActButton label="Keep subscription" intent="keep" pending="Keeping…" variant="primary" />
      ) : null}
      {standing.kind === "ending" && !view.canReturn ? (
        <p>
          {`${platformProvider} can’t resume a canceled subscription. To continue, choose a plan after `}
          {paidUntil}. Your data will still be there.
        </p>
      ) : null}
    </>
  )
}

type PayDueProps = {
  amount: string
  failedOn: string | null
  /** when the provider tries by itself, if it does */
  nextTryOn: string | null
  /** makes a second press charge nothing more */
  formKey: string
  /** where the school changes its payment method; absent in practice mode */
  providerUrl: string | null
}

/** What a failed payment left due, and the two ways to fix it. */
function PayDue({ amount, failedOn, nextTryOn, formKey, providerUrl }: PayDueProps) {
  return (
    <Callout tone="red">
      <p>
        <b>{amount}</b> has been due since {failedOn}.{" "}
        {nextTryOn
          ? `${platformProvider} tries again on ${nextTryOn}.`
          : `${platformProvider} won’t try again automatically.`}
      </p>
      <PostForm>
        <input type="hidden" name="key" value={formKey} />
        <p className="buttons">
          <SubmitButton intent="pay-due" pending="Paying…">
            Pay {amount} now
          </SubmitButton>
          {providerUrl ? (
            <a href={providerUrl} rel="noreferrer">{`Change your payment method in ${platformProvider}`}</a>
          ) : null}
        </p>
      </PostForm>
    </Callout>
  )
}
