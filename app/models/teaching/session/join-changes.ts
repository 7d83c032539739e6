import type { LessonMailData, SessionChange } from "~/models/foundation/outbox/lesson-mail-data"

// Emails about lessons that changed, made one. Safe in the browser.

type Changed = LessonMailData["session-changed"]

/** What a lesson begins with in an email that is about other changes, too. */
const named: Partial<Record<SessionChange, string>> = { cancelled: "Canceled: ", restored: "Back on: " }

/** What comes later, put into the email that waits for the same recipient. Where their reasons differ, each lesson has its own. */
export function withMoreChanged(waiting: Changed, more: Changed): Changed {
  const isAlike = waiting.change === more.change
  const isMixed = !isAlike && [waiting, more].some(({ change }) => change === "changed" || change in named)
  const hasReasons = waiting.reason !== more.reason
  const linesIn = ({ change, lessons, reason }: Changed) =>
    lessons.map(([when, text]): [string, string] => [
      when,
      `${isMixed ? (named[change] ?? "") : ""}${text}${hasReasons && reason ? `. Reason: ${reason}` : ""}`,
    ])
  return {
    ...waiting,
    change: isAlike ? waiting.change : isMixed ? "changed" : "moved",
    reason: hasReasons ? null : waiting.reason,
    lessons: [...linesIn(waiting), ...linesIn(more)],
  }
}
