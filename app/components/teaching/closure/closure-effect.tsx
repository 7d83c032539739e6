import { Callout } from "~/components/ui/callout"
import { cancelCreditText } from "~/models/teaching/credit/credit"
import { countOf, formatDate } from "~/utils/formats"

/** What closures would cancel. */
export type EffectPreview = {
  lessons: number
  families: number
  kept: number
  days: { date: string; lessons: number }[]
  givesCredits: boolean
}

const mostDays = 10

/** What adding closures cancels, shown before they are added. `of` names them: "the closure". */
export function ClosureEffect({
  preview: { lessons, families, kept, days, givesCredits },
  of,
}: {
  preview: EffectPreview
  of: string
}) {
  const shown = days.slice(0, mostDays)
  return (
    <Callout tone="amber">
      <input type="hidden" name="confirmed" value={lessons} />
      <p role="status">
        <b>
          This cancels {countOf(lessons, "lesson")} of {countOf(families, "family", "families")}.
        </b>{" "}
        {shown.map(({ date, lessons: ofDay }) => `${formatDate(date, "short")}: ${ofDay}`).join("; ")}
        {days.length > shown.length ? `; and ${days.length - shown.length} more days.` : "."}
      </p>
      <p>
        {kept > 0 ? `${countOf(kept, "lesson")} with attendance ${kept === 1 ? "is" : "are"} kept. ` : ""}
        {cancelCreditText(givesCredits)} No one is charged. Nothing is sent until you send the emails: after
        you add {of}, you see who gets what.
      </p>
    </Callout>
  )
}
