import { ActButton } from "~/components/form/act-button"
import { Callout } from "~/components/ui/callout"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"

type MovedLessonProps = {
  /** When the lesson was before, when it is now, and what the family said. */
  move: { date: string; startTime: string; startsAt: number; answer: "confirmed" | "declined" | null }
  childId: string
}

/** Asks whether the new time of a moved lesson works. Declining it is reporting an absence, further down the page. */
export function MovedLesson({ move, childId }: MovedLessonProps) {
  const was = `This lesson was moved from ${formatDate(move.date, "short")}, ${formatTime(move.startTime)}.`
  if (move.answer === "confirmed") return <p className="dim">{was} You confirmed the new time.</p>
  return (
    <Callout tone="amber">
      <p>
        {was} Does the new time work? If not, report an absence below: your school’s rules for absences apply.
      </p>
      <ActButton
        label="Confirm new time"
        sends={{ child: childId, startsAt: move.startsAt }}
        intent="confirm-move"
        pending="Confirming…"
        variant="primary"
      />
    </Callout>
  )
}
