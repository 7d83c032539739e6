import { Callout } from "~/components/ui/callout"
import { Link } from "~/components/ui/link"

/** What waits for the office to approve it, each with where that is done. */
export function ToApprove({ items }: { items: { to: string; label: string; about: string }[] }) {
  return items.map(({ to, label, about }) => (
    <Callout key={to} tone="amber">
      <p>
        <Link to={to}>{label}</Link>: {about}.
      </p>
    </Callout>
  ))
}
