import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

/** How many swaps two families agreed on and the office is to approve. */
export function SwapsToApprove({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Callout tone="amber">
      <p>
        <Link to={paths.swaps()}>{countOf(count, "lesson swap")} to approve</Link>: both families agree.
      </p>
    </Callout>
  )
}
