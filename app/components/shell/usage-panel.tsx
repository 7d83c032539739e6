import { type ComponentType, useEffect, useState } from "react"
import { Link } from "~/components/ui/button"
import { UsageMeter } from "~/components/ui/usage-meter"
import type { Quotas } from "~/models/accounts/quota/quota"
import { paths } from "~/utils/paths"
import { sellsPlans } from "~/utils/sold-plans"
import type { Limits } from "./usage-live"

type Seat = { key: "teachers" | "students"; used: number; limit: number | "unlimited" }
export type Usage = {
  schoolId: string
  seats: Seat[]
  /** the plan's name, such as "Standard" */
  plan: string
  active: boolean
  /** Emails today and bytes of uploaded files, which are no part of the live figures. */
  quotas: Quotas
}

/** The lists behind the two figures. */
const lists = {
  teachers: { of: "teachers", to: paths.teachers() },
  students: { of: "students-in-plan", to: paths.students({ status: "plan" }) },
} as const

const names: Record<Seat["key"], string> = { teachers: "Teachers", students: "Students" }
/** When the call is made for the first time after the page (spec §9: every 30 s). */
const firstAskMs = 30_000

const megabytes = (bytes: number) => Math.ceil(bytes / 2 ** 20)

type Live = ComponentType<{ schoolId: string; onLimits: (limits: Limits) => void }>

/** What the plan still has room for. Upgrade is offered above 80% of a limit and while the subscription is inactive (spec §9). */
export function UsagePanel({ usage }: { usage: Usage }) {
  const [Asking, setAsking] = useState<Live>()
  const [fresh, setFresh] = useState<Limits>()
  const known = JSON.stringify(usage)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the page has just loaded is newer than what was requested before
  useEffect(() => setFresh(undefined), [known])
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void import("./usage-live").then(
          ({ UsageLive }) => setAsking(() => UsageLive),
          () => undefined,
        ),
      firstAskMs,
    )
    return () => clearTimeout(timer)
  }, [])

  const seats = usage.seats.map((seat) =>
    fresh ? { ...seat, used: fresh.usage[seat.key], limit: fresh.limits[seat.key] } : seat,
  )
  const active = fresh?.isActive ?? usage.active
  const { mails, storage } = usage.quotas
  const nearLimit = seats.some(({ used, limit }) => limit !== "unlimited" && used > limit * 0.8)
  return (
    <>
      <section className="usage at-end" aria-label="Plan usage">
        {seats.map(({ key, used, limit }) => (
          <UsageMeter key={key} name={names[key]} used={used} limit={limit} counted={lists[key]} />
        ))}
        <p hidden={!sellsPlans()}>
          {active ? (
            <span className="dim">{`${usage.plan} plan`}</span>
          ) : (
            <span className="bad">Subscription inactive</span>
          )}{" "}
          {nearLimit || !active ? <Link to={paths.selectPlan({ upgrade: "true" })}>Upgrade</Link> : null}
        </p>
        {Asking ? <Asking schoolId={usage.schoolId} onLimits={setFresh} /> : null}
      </section>
      <section className="usage" aria-label="Email and storage">
        <UsageMeter name="Emails today" used={mails.used} limit={mails.limit} />
        <UsageMeter name="Storage, MB" used={megabytes(storage.used)} limit={megabytes(storage.limit)} />
      </section>
    </>
  )
}
