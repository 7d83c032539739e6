import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import { addMinutes } from "~/utils/clock-times"
import { countOf, formatDate, formatTime, formatTimeRange } from "~/utils/formats"
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
    studentId: string
    earnsCredit: boolean
    makeUps: readonly MakeUpOffer[]
  }
}

/** Under a message that seems to report an absence: what would be recorded, with its effect. Nothing happens by itself. */
export function MessageAbsence({ conversationId, absence }: MessageAbsenceProps) {
  const { firstName, sessionId, className, localDate, startTime, isInTime, noticeHours, ...makeUp } = absence
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
          {makeUp.earnsCredit ? " It earns 1 make-up credit." : ""}
        </span>
      </p>
      <MakeUpTimes {...makeUp} />
      <SubmitRow
        label={`Record ${firstName}’s absence`}
        intent="absence"
        pending="Saving…"
        cancel={paths.conversation(conversationId, { absence: "no" })}
        cancelLabel="Not an absence"
      />
    </PostForm>
  )
}

type MakeUpTimesProps = Pick<MessageAbsenceProps["absence"], "studentId" | "makeUps">

/** The next times that are free for a make-up lesson; one that is chosen is booked along with the absence. */
function MakeUpTimes({ studentId, makeUps }: MakeUpTimesProps) {
  if (makeUps.length === 0) return null
  return (
    <fieldset className="field">
      <legend>Make-up lesson</legend>
      <span className="hint">
        Booked right away with 1 make-up credit. <Link to={paths.makeUp(studentId)}>All times</Link>
      </span>
      <label className="checkbox">
        <input type="radio" name="offer" value="" defaultChecked />
        <span>None yet</span>
      </label>
      {makeUps.map(({ value, title, date, startTime, minutes, teacherName }) => (
        <label className="checkbox" key={value}>
          <input type="radio" name="offer" value={value} />
          <span>
            {formatDate(date, "short")}, {formatTimeRange(startTime, addMinutes(startTime, minutes))}, {title}
            {teacherName ? ` with ${teacherName}` : ""}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
