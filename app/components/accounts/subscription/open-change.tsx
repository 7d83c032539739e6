import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { platformProvider } from "~/utils/payment-providers"

/** A change that the buyer hasn't agreed to at the provider, or whose agreement the provider doesn't show yet. */
export const OpenChange = ({ change }: { change: string | null }) =>
  change ? (
    <Callout tone="amber">
      <p>
        You asked to change to <b>{change}</b>
        {`, and ${platformProvider} hasn’t confirmed your approval. Your plan stays the same until then.`}
      </p>
      <PostForm>
        <SubmitButton intent="forget-change" variant="plain" pending="Canceling…">
          Cancel change
        </SubmitButton>
      </PostForm>
    </Callout>
  ) : null
