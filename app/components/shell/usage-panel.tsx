import { Link } from "@remix-run/react"
import { Hairpin } from "~/components/ui/hairpin"
import { paths } from "~/utils/paths"

export type Usage = {
  seats: { name: string; used: number; limit: number | "unlimited" }[]
  /** the plan's name, such as "Standard" */
  plan: string
  active: boolean
}

/** What the plan still has room for. Upgrade is offered above 80% of a limit and while the subscription is inactive (spec §9). */
export function UsagePanel({ usage: { seats, plan, active } }: { usage: Usage }) {
  const nearLimit = seats.some(({ used, limit }) => limit !== "unlimited" && used > limit * 0.8)
  return (
    <section className="use end" aria-label="Plan usage">
      {seats.map((seat) => (
        <Hairpin key={seat.name} {...seat} />
      ))}
      <p>
        {active ? (
          <span className="dim">{plan} plan</span>
        ) : (
          <span className="bad">Subscription inactive</span>
        )}
        {nearLimit || !active ? <Link to={paths.selectPlan({ upgrade: "true" })}>Upgrade</Link> : null}
      </p>
    </section>
  )
}
