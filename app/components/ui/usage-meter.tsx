import type { MetricKey } from "~/models/foundation/metrics/figures"
import { formatNumber } from "~/utils/formats"
import { Figure } from "./figure"

type UsageMeterProps = {
  name: string
  used: number
  limit: number | "unlimited"
  /** What is used, and the list that holds it. */
  counted?: { of: MetricKey; to: string }
}

/**
 * Usage against a plan's limit as a crescendo: green, amber above 80%, red at 100% (spec §9). Unlimited shows ∞ and no
 * meter.
 */
export function UsageMeter({ name, used, limit, counted }: UsageMeterProps) {
  const figure = (rest: string) =>
    counted ? (
      <>
        <Figure {...counted}>{formatNumber(used)}</Figure>
        {rest}
      </>
    ) : (
      `${formatNumber(used)}${rest}`
    )
  // Before a plan there is no limit to compare with.
  if (limit === 0)
    return (
      <p>
        <span>{name}</span> <span className="numeric">{figure("")}</span>
      </p>
    )
  if (limit === "unlimited") {
    return (
      <p>
        <span>{name}</span>{" "}
        <span className="numeric">
          {figure(" of ")}
          <span aria-hidden="true">∞</span> <span className="visually-hidden">unlimited</span>
        </span>
      </p>
    )
  }
  const percent = used === 0 ? 0 : Math.min(100, Math.round((used / limit) * 100))
  // Exact numbers, because one below the limit may round up to 100%.
  const tone = used === 0 ? "ok" : used >= limit ? "bad" : used > limit * 0.8 ? "warn" : "ok"
  const half = (6 * percent) / 100
  return (
    <>
      <p>
        <span>{name}</span>{" "}
        <span className="numeric">{figure(` of ${formatNumber(limit)}, ${percent}%`)}</span>
      </p>
      <svg className={`usage-bar ${tone}`} viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">
        <path d="M0 6 100 0v12z" />
        <path d={`M0 6 ${percent} ${(6 - half).toFixed(1)}v${(2 * half).toFixed(1)}z`} />
      </svg>
    </>
  )
}
