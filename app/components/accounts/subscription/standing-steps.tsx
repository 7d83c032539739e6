import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { StandingKind } from "~/models/accounts/subscription/subscription"
import { paths } from "~/utils/paths"
import { PayDue } from "./pay-due"

type StandingStepsProps = {
  view: {
    standing: { kind: StandingKind }
    isAtProvider: boolean
    canReturn: boolean
    paidUntil: string | null
    due: { amount: string; failedOn: string | null; nextTryOn: string | null } | null
  }
  formKey: string
  payPalUrl: string | null
}

/** What the school can do now: pay what is due, resume, keep its subscription, or choose a plan. */
export function StandingSteps({ view, formKey, payPalUrl }: StandingStepsProps) {
  const { standing, isAtProvider, paidUntil } = view
  return (
    <>
      {view.due ? <PayDue {...view.due} formKey={formKey} payPalUrl={payPalUrl} /> : null}
      {standing.kind === "suspended" && isAtProvider ? (
        <PostForm>
          <SubmitButton intent="resume" pending="Resuming…">
            Resume subscription
          </SubmitButton>
        </PostForm>
      ) : null}
      {standing.kind === "extended" ? (
        <p>
          <a className="button primary" href={paths.selectPlan({ upgrade: "true" })}>
            Choose a plan
          </a>
        </p>
      ) : null}
      {view.canReturn ? (
        <PostForm>
          <SubmitButton intent="keep" pending="Keeping…">
            Keep subscription
          </SubmitButton>
        </PostForm>
      ) : null}
      {standing.kind === "ending" && !view.canReturn ? (
        <p>
          PayPal can’t resume a canceled subscription. To continue, choose a plan after {paidUntil}. Your data
          will still be there.
        </p>
      ) : null}
    </>
  )
}
