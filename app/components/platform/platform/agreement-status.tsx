import { Status } from "~/components/ui/status"
import { type Agreement, agreementLabels } from "~/models/platform/platform/paid-subscriptions"

const heads = { agree: "on", differ: "x", "not-asked": "rest", "not-at-provider": "half" } as const
const tones = { agree: "ok", differ: "bad", "not-asked": "dim", "not-at-provider": "warn" } as const

/** Whether the provider's state and our row agree. */
export const AgreementStatus = ({ agreement }: { agreement: Agreement }) => (
  <Status head={heads[agreement]} tone={tones[agreement]}>
    {agreementLabels[agreement]}
  </Status>
)
