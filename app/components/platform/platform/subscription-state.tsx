import { Status } from "~/components/ui/status"
import type { ClientStatus } from "~/models/accounts/subscription/subscription"
import { stateHeads, stateLabels } from "~/models/platform/platform/platform-schools"

/** A school's subscription as note head and label. */
export const SubscriptionState = ({ state }: { state: ClientStatus }) => (
  <Status head={stateHeads[state]} tone={state === "expired" ? "bad" : state === "active" ? "ok" : undefined}>
    {stateLabels[state]}
  </Status>
)
