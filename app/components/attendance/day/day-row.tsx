import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { useHasPassed } from "~/components/shell/offline/use-has-passed"
import { NotComing } from "~/components/teaching/schedule/not-coming"
import { RegisterStatus } from "~/components/teaching/schedule/register-status"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { DayLesson } from "~/models/attendance/day/teaching-day"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { markName } from "../register/register-row"

type DayRowProps = {
  lesson: DayLesson
  isKept: boolean
  /** the server's time when it sent the page, in ms */
  sentAt: number
  /** a lesson of another day opens on its own page */
  isOtherDay?: boolean
}

/** A lesson of the day: the whole row opens it in its place, and a private lesson that went as planned takes one tap. */
export function DayRow({ lesson, isKept, sentAt, isOtherDay = false }: DayRowProps) {
  const { id, title, time, range, about, notComing, guests, lastNote, register } = lesson
  const hasOpened = useHasPassed(lesson.opensAtMs, sentAt) || lesson.opensAtMs <= sentAt
  return (
    <>
      <Link
        className="day-row"
        to={isOtherDay ? paths.session(id) : paths.teacherHome({ lesson: id })}
        preventScrollReset
      >
        <time>{time}</time>{" "}
        <span>
          <b>{title}</b>
          <span className="visually-hidden">, {range}</span> <span>{about}</span>{" "}
          {guests.length > 0 ? <span>With {guests.join("; ")}</span> : null}{" "}
          {notComing.length > 0 ? (
            <span>
              <NotComing names={notComing} />
            </span>
          ) : null}{" "}
          {lastNote ? (
            <span>
              {formatDate(lastNote.on, "day")}: <em>{lastNote.body}</em>
            </span>
          ) : null}
        </span>{" "}
        {isKept ? (
          <Status head="held" tone="warn">
            Saved on this device
          </Status>
        ) : (
          <RegisterStatus register={register} />
        )}
      </Link>
      {lesson.tap.length > 0 && hasOpened && !isKept && !isOtherDay ? (
        <PresentButton lesson={lesson} />
      ) : null}
    </>
  )
}

/** Sends what the lesson's own form would with everyone present. It says what the page showed, so a mark that exists stays. */
function PresentButton({ lesson: { id, title, tap } }: { lesson: DayLesson }) {
  return (
    <PostForm className="no-print" preventScrollReset>
      <input type="hidden" name="sessionId" value={id} />
      <input type="hidden" name="lessonTitle" value={title} />
      {tap.map((studentId) => (
        <span key={studentId} hidden>
          <input type="hidden" name={markName(studentId)} value="present" />
          <input type="hidden" name={`base.${studentId}`} value="present" />
        </span>
      ))}
      <SubmitButton intent="save" variant="secondary" pending="Saving…">
        Present<span className="visually-hidden">: {title}</span>
      </SubmitButton>
    </PostForm>
  )
}
