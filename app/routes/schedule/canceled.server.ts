import { redirectWithToast } from "~/http/toast.server"
import { type CancelCredits, returnedText } from "~/models/teaching/credit/credit"
import { type SessionRow, sessionTitle } from "~/models/teaching/session/session"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** The schedule of the day of a lesson that was canceled, with Undo, wherever it was canceled. */
export const answerCanceled = (session: SessionRow, { returned }: CancelCredits) =>
  redirectWithToast(paths.schedule({ date: session.localDate }), {
    title: `${sessionTitle(session)} on ${formatDate(session.localDate, "short")} canceled.`,
    ...(returned > 0 ? { text: returnedText(returned) } : {}),
    tone: "good",
    undo: { to: paths.editSession(session.id), fields: { command: "restore" } },
  })
