import { Callout } from "~/components/ui/callout"
import type { FirstLessons, KeptReason, RuleEffect } from "~/models/teaching/session/rule-effect"
import { heldAt, type SkippedTime, skippedTexts } from "~/models/teaching/session/skipped-time"
import { addDays } from "~/utils/dates"
import { countOf, formatDate, formatTime } from "~/utils/formats"
import { Unscheduled } from "./leave-out"
import { RecipientNames } from "./recipient-names"

const keptReasons: Record<KeptReason, string> = {
  register: "attendance is taken",
  begun: "it has started",
  cancelled: "it’s canceled",
  "by-hand": "it was moved individually",
  "first-week": "the new day of that week is before the change",
  "own-week": "it’s that week’s lesson already",
  closure: "the school is closed on the new date",
  clash: "the new time clashes",
  swap: "the other lesson stays at its time that week",
}

const at = ({ date, startTime }: { date: string; startTime: string }) =>
  `${formatDate(date, "short")}, ${formatTime(startTime)}`

/** The lessons that a new weekly time moves, adds and removes, and those it leaves. */
export function RuleEffectNote({ effect }: { effect: RuleEffect }) {
  const { moved, added, removed, kept, unscheduled, skipped, told } = effect
  return (
    <Callout tone="amber">
      <p role="status">
        <b>
          Moves {countOf(moved.length, "lesson")}
          {added.length > 0 ? `, adds ${added.length}` : ""}
          {removed.length > 0 ? `, removes ${removed.length}` : ""}
          {kept.length > 0 ? `, keeps ${kept.length}` : ""}
          {unscheduled.length > 0 ? `, leaves out ${unscheduled.length}` : ""}.
        </b>
      </p>
      <ul>
        {moved.map(({ id, was, now }) => (
          <li key={id}>
            {at(was)} → {at({ ...now, startTime: heldAt(skipped, now) })}
          </li>
        ))}
        {added.map((lesson) => (
          <li key={`added ${lesson.date}`}>{at({ ...lesson, startTime: heldAt(skipped, lesson) })}: added</li>
        ))}
        {removed.map((was) => (
          <li key={at(was)}>{at(was)}: removed</li>
        ))}
        {kept.map(({ id, why, ...was }) => (
          <li key={id}>
            {at(was)}: kept because {keptReasons[why]}
          </li>
        ))}
        <Unscheduled lessons={unscheduled} />
      </ul>
      {skipped.length > 0 ? <p>{skippedTexts(skipped)}</p> : null}
      <RecipientNames told={told} />
    </Callout>
  )
}

/** The first lessons that would be scheduled. */
export function FirstSessions({
  dates,
  day,
  told,
  unscheduled,
  skipped,
}: FirstLessons & { day: string; skipped: readonly SkippedTime[] }) {
  const listed = dates.slice(0, 8)
  const isSoon = (dates[0] ?? day) < addDays(day, 7 * 12)
  return (
    <Callout>
      <p role="status">
        <b>
          {countOf(dates.length, "lesson")} in the {isSoon ? "next" : "first"} twelve weeks.
        </b>{" "}
        {listed.map((date) => formatDate(date, isSoon ? "short" : "medium")).join("; ")}
        {dates.length > listed.length ? " and more." : "."} {skippedTexts(skipped)}
      </p>
      {unscheduled.length > 0 ? (
        <ul>
          <Unscheduled lessons={unscheduled} />
        </ul>
      ) : null}
      <RecipientNames told={told} />
    </Callout>
  )
}
