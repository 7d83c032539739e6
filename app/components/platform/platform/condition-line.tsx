import { Callout } from "~/components/ui/callout"
import { Status } from "~/components/ui/status"
import type { Condition } from "~/models/platform/platform/condition"

/** One line about the whole installation, and under it what needs someone, each with what to do. */
export function ConditionLine({ facts, troubles }: Condition) {
  const isBad = troubles.some(({ tone }) => tone === "bad")
  const isCalm = troubles.every(({ tone }) => tone === "note")
  return (
    <>
      <p>
        <Status head={isCalm ? "on" : "x"} tone={isCalm ? "ok" : isBad ? "bad" : "warn"}>
          {isCalm ? "All systems normal" : "Needs attention"}
        </Status>{" "}
        {facts.map(({ label, value }) => `${label}: ${value}`).join(" · ")}
      </p>
      {troubles.map(({ key, tone, what, remedy }) => (
        <Callout key={`${key} ${what}`} tone={tone === "bad" ? "red" : "amber"}>
          <p>
            <strong>{what}</strong> {remedy}
          </p>
        </Callout>
      ))}
    </>
  )
}
