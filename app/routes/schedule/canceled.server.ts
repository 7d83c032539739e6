import { redirectWithUndo } from "~/http/toast.server"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** The schedule of the day of a lesson that was canceled, with Undo, wherever it was canceled. */
export const answerCanceled = (session: SessionRow) =>
  redirectWithUndo(
    paths.schedule({ date: session.localDate }),
    `${sessionTitle(session)} on ${formatDate(session.localDate, "short")} canceled.`,
    { to: paths.editSession(session.id), fields: { command: "restore" } },
  )
