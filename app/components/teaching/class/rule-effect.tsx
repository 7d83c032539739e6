import { Callout } from "~/components/ui/callout"
import type { KeptReason, RuleEffect } from "~/models/teaching/session/rule-effect"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"

const keptReasons: Record<KeptReason, string> = {
  register: "it already has a register",
  begun: "it has begun",
  cancelled: "it is cancelled",
  "by-hand": "it was moved by itself",
  closure: "the new day is closed",
}

const at = ({ date, startTime }: { date: string; startTime: string }) =>
  `${formatDate(date, "short")}, ${formatTime(startTime)}`

/** Exactly which sessions a new weekly time moves, and which it does not. */
export function RuleEffectNote({ effect }: { effect: RuleEffect }) {
  const { moved, made, removed, kept } = effect
  return (
    <Callout tone="amber">
      <p role="status">
        <b>
          Moves {countOf(moved.length, "session")}
          {made > 0 ? `, adds ${made}` : ""}
          {removed.length > 0 ? `, takes out ${removed.length}` : ""}. {countOf(kept.length, "stays", "stay")}
          .
        </b>
      </p>
      <ul>
        {moved.map(({ id, was, now }) => (
          <li key={id}>
            {at(was)} → {at(now)}
          </li>
        ))}
        {removed.map((was) => (
          <li key={at(was)}>{at(was)} goes</li>
        ))}
        {kept.map(({ id, why, ...was }) => (
          <li key={id}>
            {at(was)} stays: {keptReasons[why]}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

/** The first sessions that would be made. */
export function FirstSessions({ dates }: { dates: string[] }) {
  const listed = dates.slice(0, 8)
  return (
    <Callout>
      <p role="status">
        <b>{countOf(dates.length, "session")} in the coming twelve weeks.</b>{" "}
        {listed.map((date) => formatDate(date, "short")).join("; ")}
        {dates.length > listed.length ? " and so on." : "."}
      </p>
    </Callout>
  )
}
