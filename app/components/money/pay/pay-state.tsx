import { Status } from "~/components/ui/status"
import { payStateLabels, type PayState as State } from "~/models/money/pay/pay-run"

/** Whether a teacher's pay is open, approved or locked. */
export function PayState({ state }: { state: State }) {
  return (
    <Status head={state === "locked" ? "on" : state === "approved" ? "half" : "open"}>
      {payStateLabels[state]}
    </Status>
  )
}
