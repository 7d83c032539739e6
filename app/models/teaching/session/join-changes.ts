import type { LessonMailData, SessionChange } from "~/models/foundation/outbox/lesson-mail-data"

// Emails about lessons that changed, made one. Safe in the browser.

type Changed = LessonMailData["session-changed"]

/** What a lesson begins with in an email that is about other changes, too. */
const named: Partial<Record<SessionChange, string>> = { cancelled: "Canceled: ", restored: "Back on: " }

/** What comes later, put into the email that waits for the same recipient. */
export function withMoreChanged(waiting: Changed, more: Changed): Changed {
  const isAlike = waiting.change === more.change
  const isMixed = !isAlike && [waiting, more].some(({ change }) => change === "changed" || change in named)
  return {
    ...waiting,
    change: isAlike ? waiting.change : isMixed ? "changed" : "moved",
    lessons: [...linesIn(waiting, isMixed), ...linesIn(more, isMixed)],
    ...(waiting.parts || more.parts ? { parts: [...(waiting.parts ?? []), ...(more.parts ?? [])] } : {}),
  }
}

const linesIn = ({ change, lessons }: Changed, isMixed: boolean): [string, string][] =>
  isMixed ? lessons.map(([when, text]) => [when, `${named[change] ?? ""}${text}`]) : lessons
