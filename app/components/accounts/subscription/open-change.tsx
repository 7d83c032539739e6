import { ActButton } from "~/components/form/act-button"
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
      <ActButton label="Cancel change" intent="forget-change" pending="Canceling…" variant="plain" />
    </Callout>
  ) : null
