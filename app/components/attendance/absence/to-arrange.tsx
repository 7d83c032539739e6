import { Status } from "~/components/ui/status"
import { countOf } from "~/utils/formats"

type ToArrangeProps = { off: { toArrange: number; hasDraft: boolean } }

/** How many lessons of an absence have no arrangement yet, and whether choices for them are kept. */
export const ToArrange = ({ off: { toArrange, hasDraft } }: ToArrangeProps) => (
  <Status tone="bad">
    {countOf(toArrange, "lesson")} to arrange{hasDraft ? ", draft saved" : ""}
  </Status>
)
