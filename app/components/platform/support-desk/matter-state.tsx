import { Status } from "~/components/ui/status"
import { type MatterState, stateLabels } from "~/models/platform/support-desk/desk"

const heads = { waiting: "open", snoozed: "held", answered: "on", closed: "rest" } as const
const tones = { waiting: "warn", snoozed: "dim", answered: "ok", closed: "dim" } as const

export const MatterStatus = ({ state }: { state: MatterState }) => (
  <Status head={heads[state]} tone={tones[state]}>
    {stateLabels[state]}
  </Status>
)
