import { weeksAhead } from "~/models/teaching/session/schedule-period"
import { addDays } from "~/utils/dates"
import { formatDate } from "~/utils/formats"

/**
 * Says until when weekly lessons are listed, where a page shows later days: nothing there doesn't mean that there are none.
 * @param next the first day after those shown
 */
export function ListedUntil({ today, next }: { today: string; next: string }) {
  const until = addDays(today, weeksAhead * 7)
  return next > addDays(until, 1) ? (
    <p className="dim">
      Weekly lessons are listed until {formatDate(until, "full")}. Later ones aren’t listed yet.
    </p>
  ) : null
}
