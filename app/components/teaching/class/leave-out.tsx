import { CheckField } from "~/components/form/field"
import type { FieldMeta } from "~/components/form/field-frame"
import type { RuleEffect } from "~/models/teaching/session/rule-effect"
import type { Refused } from "~/models/teaching/session/slot-check"
import { countOf, formatDate, formatTime } from "~/utils/formats"

type LeaveOutProps = {
  meta: FieldMeta
  answer: { refused: Refused | null; leavesClashing: boolean } | undefined
  /** Whether all lessons of the time are new. */
  isNew: boolean
}

/** Offered once lessons clash, and kept while it is chosen. Part of the form. */
export function LeaveOut({ meta, answer, isNew }: LeaveOutProps) {
  const count = answer?.refused?.leavable
  if (!count && !answer?.leavesClashing) return null
  return (
    <CheckField
      meta={meta}
      label={`Leave out ${count ? countOf(count, "lesson that clashes", "lessons that clash") : "lessons that clash"}`}
      hint={
        isNew
          ? "Those lessons aren’t scheduled."
          : "Those lessons keep their old time. New ones that clash aren’t scheduled."
      }
    />
  )
}

/** The items of a list: lessons that are left out. */
export const Unscheduled = ({ lessons }: { lessons: RuleEffect["unscheduled"] }) =>
  lessons.map(({ date, startTime }) => (
    <li key={`unscheduled ${date}`}>
      {formatDate(date, "short")}, {formatTime(startTime)}: not scheduled because it clashes
    </li>
  ))
