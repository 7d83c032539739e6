import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { formatTime } from "~/utils/clock-times"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type MessageAbsenceProps = {
  conversationId: string
  absence: {
    firstName: string
    sessionId: string
    className: string
    localDate: string
    startTime: string
    isInTime: boolean
    noticeHours: number
  }
}

/** Under a message that seems to report an absence: what would be recorded, with its effect. Nothing happens by itself. */
export function MessageAbsence({ conversationId, absence }: MessageAbsenceProps) {
  const { firstName, sessionId, className, localDate, startTime, isInTime, noticeHours } = absence
  const when = `${formatDate(localDate, "short")}, ${formatTime(startTime)}`
  return (
    <PostForm className="from-message" aria-labelledby="from-message">
      <h2 id="from-message">
        From this message: absence of {firstName}, {when}
      </h2>
      <p>
        <Link to={paths.session(sessionId)}>{className}</Link>.{" "}
        <span className="dim">
          {isInTime
            ? `Reported at least ${countOf(noticeHours, "hour")} ahead, so attendance suggests excused.`
            : `Reported less than ${countOf(noticeHours, "hour")} ahead, so attendance suggests absent.`}
        </span>
      </p>
      <p className="buttons">
        <SubmitButton intent="absence" pending="Saving…">
          Record {firstName}’s absence
        </SubmitButton>
        <Link to={paths.conversation(conversationId, { absence: "no" })}>Not an absence</Link>
      </p>
    </PostForm>
  )
}
