import { Status } from "~/components/ui/status"
import { type StandingKind, standingLabels } from "~/models/accounts/subscription/subscription"
import { standingHeads } from "~/models/platform/school/platform-schools"

/** The state of a school's subscription, as note head and label. */
export const SubscriptionState = ({ state }: { state: StandingKind }) => (
  <Status {...standingHeads[state]}>{standingLabels[state]}</Status>
)
