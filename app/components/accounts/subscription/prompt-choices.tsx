import { FormToken } from "~/components/form/form-token"
import type { SubscriptionPrompt } from "~/models/accounts/subscription/subscription-prompt"

/** The two ways on from an inactive subscription: leaving it is a form, going on a link. */
export function PromptChoices({ prompt, formToken }: { prompt: SubscriptionPrompt; formToken: string }) {
  const { leave, proceed, status } = prompt
  return (
    <div className="buttons">
      <a className="button primary" href={proceed.to} data-after="50">
        {proceed.label}
      </a>
      <form method="post" action={leave.to} data-after={status === "pending" ? undefined : "200"}>
        <FormToken token={formToken} />
        <button
          type="submit"
          name="intent"
          value="cancel"
          className={status === "pending" ? "button plain danger" : "button plain"}
          data-pending={leave.pending}
        >
          {leave.label}
        </button>
      </form>
    </div>
  )
}
