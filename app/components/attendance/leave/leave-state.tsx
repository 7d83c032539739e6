import { Status } from "~/components/ui/status"

export type ShownLeave = {
  id: string
  name: string
  className: string | null
  kind: "leave" | "end"
  startsOn: string
  endsOn: string | null
  feePercent: number
  reason: string | null
  state: "asked" | "approved" | "declined" | "withdrawn" | "undone"
  answer: string | null
  isAnswered: boolean
}

const states: Record<ShownLeave["state"], string> = {
  asked: "Waiting",
  approved: "Approved",
  declined: "Declined",
  withdrawn: "Withdrawn",
  undone: "Undone",
}

/** What became of a request; nothing of a leave that the office recorded. */
export const LeaveState = ({ state, isAnswered }: Pick<ShownLeave, "state" | "isAnswered">) =>
  state === "approved" && !isAnswered ? null : (
    <Status head={state === "asked" ? "open" : "rest"} tone="dim">
      {states[state]}
    </Status>
  )
