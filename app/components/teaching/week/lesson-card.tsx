import { useNavigate } from "@remix-run/react"
import { type ReactNode, useEffect, useRef } from "react"
import { ActButton } from "~/components/form/post-form"
import { LessonReasons } from "~/components/teaching/lesson/lesson-reasons"
import { Link, LinkButton } from "~/components/ui/button"
import { focusNew } from "~/components/ui/focus-new"
import { useHasRight } from "~/components/ui/limits"
import { Status } from "~/components/ui/status"
import type { CancelCredits } from "~/models/teaching/credit/credit"
import type { LessonReason } from "~/models/teaching/lesson-reason/lesson-reason"
import { type SessionRow, sessionEnd, teacherNames } from "~/models/teaching/session/session"
import { type SkippedTime, skippedText } from "~/models/teaching/session/skipped-time"
import { countOf, formatDate, formatTimeRange } from "~/utils/formats"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { relationWord } from "~/utils/word-within"
import { CancelHere } from "./cancel-here"

export type LessonCardFacts = {
  session: SessionRow
  title: string
  /** Why it is red: what it has booked twice, who is away. */
  conflicts: string[]
  guardians: { id: string; name: string; relation: string | null; phone: string | null }[]
  medical: { name: string; note: string }[]
  /** Who confirmed or declined its new time, where it was moved. */
  moveAnswers: { confirmed: string[]; declined: string[] }
  /** Why it takes place where it is, and its attendance was corrected. */
  reasons: LessonReason[]
  /** That clocks skip its start. */
  skipped: SkippedTime | null
  /** What canceling it does to make-up credits. */
  credits: CancelCredits
}

type LessonCardProps = LessonCardFacts & {
  /** The schedule without the card. */
  closeTo: string
  /** The form for other marks than the expected ones. */
  marks?: ReactNode
  /** The answer to a move that was refused. */
  children?: ReactNode
}

/** A lesson beside its block on the week: who, whom to call, what to do. Back never opens a card that was closed. */
export function LessonCard({
  session,
  title,
  conflicts,
  guardians,
  medical,
  moveAnswers,
  reasons,
  skipped,
  credits,
  closeTo,
  marks,
  children,
}: LessonCardProps) {
  const card = useRef<HTMLElement>(null)
  const navigate = useNavigate()
  useEffect(() => {
    const returnTo = document.activeElement
    focusNew(card.current, { preventScroll: true, scrollsTo: true })
    return () => {
      if (returnTo instanceof HTMLElement && returnTo.isConnected) returnTo.focus({ preventScroll: true })
    }
  }, [])
  const time = formatTimeRange(session.startTime, sessionEnd(session))
  const isOwn = session.kind === "private" || session.kind === "trial" || title === session.className
  const what = isOwn ? (session.instrument ?? "Lesson") : session.className
  return (
    <section
      ref={card}
      className="lesson-card"
      aria-labelledby="lesson-card-title"
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === "Escape") navigate(closeTo, { preventScrollReset: true, replace: true })
        event.stopPropagation()
      }}
    >
      <header>
        <div>
          <h3 id="lesson-card-title">{title}</h3>
          <p>
            {what}
            {withTeachers(session)}
            <br />
            <time>
              {formatDate(session.localDate, "short")}, {time}
            </time>
            {session.roomName ? `, ${session.roomName}` : ""}
          </p>
        </div>
        <Link className="close" to={closeTo} aria-label="Close" preventScrollReset replace>
          ×
        </Link>
      </header>
      {children}
      <State session={session} />
      {conflicts.map((text) => (
        <p key={text} className="card-alert">
          {text}
        </p>
      ))}
      {skipped ? <p className="card-alert">{skippedText(skipped)}</p> : null}
      {moveAnswers.confirmed.length > 0 ? (
        <p>New time confirmed: {joinNames(moveAnswers.confirmed)}</p>
      ) : null}
      {moveAnswers.declined.length > 0 ? (
        <p className="card-alert">New time declined: {joinNames(moveAnswers.declined)}</p>
      ) : null}
      {guardians.map(({ id, name, relation, phone }) => (
        <p key={id} className="card-contact">
          <span>
            {name}
            {relation ? `, ${relationWord(relation)}` : ""}
          </span>{" "}
          {phone ? (
            <a className="button" href={`tel:${phone.replace(/[^+\d]/g, "")}`}>
              Call {phone}
            </a>
          ) : null}
        </p>
      ))}
      {session.onlineLink && session.state === "planned" ? (
        <p>
          <a href={session.onlineLink}>Join online</a>
        </p>
      ) : null}
      {medical.map(({ name, note }) => (
        <p key={name} className="card-alert">
          <b>{session.students.length > 1 ? `${name}, medical:` : "Medical:"}</b> {note}
        </p>
      ))}
      <LessonReasons reasons={reasons} />
      <Students session={session} />
      <LessonActions session={session} credits={credits} marks={marks} />
    </section>
  )
}

const withTeachers = (session: SessionRow) => {
  const names = teacherNames(session)
  return names ? ` with ${names}` : ""
}

function State({ session }: { session: SessionRow }) {
  if (session.state === "cancelled")
    return (
      <p>
        <Status head="rest">Canceled</Status>{" "}
        {session.cancelReason ? <span className="dim">{session.cancelReason}</span> : null}
      </p>
    )
  if (session.register === "taken")
    return (
      <p>
        <Status tone="ok">Attendance taken</Status>
      </p>
    )
  if (session.register === "missing")
    return (
      <p>
        <Status tone="bad">Attendance missing</Status>
      </p>
    )
  const { notComing, onLeave = [] } = session
  return (
    <>
      {notComing.length > 0 ? <p>Not coming: {notComing.join(", ")}</p> : null}
      {onLeave.length > 0 ? <p>On leave: {onLeave.join(", ")}</p> : null}
    </>
  )
}

const mostNamed = 12

function Students({ session: { students, kind, capacity } }: { session: SessionRow }) {
  if (kind === "private" && students.length === 1) return null
  return (
    <p className="small">
      <span className="dim">
        {kind === "group" ? `${students.length} of ${countOf(capacity, "spot")}: ` : ""}
      </span>{" "}
      {students.slice(0, mostNamed).map(({ id, name }, index) => (
        <span key={id}>
          {index > 0 ? ", " : ""}
          <Link to={paths.student(id)}>{name}</Link>
        </span>
      ))}
      {students.length > mostNamed ? ` and ${students.length - mostNamed} more` : ""}
      {students.length === 0 ? "No students enrolled." : ""}
    </p>
  )
}

/** Attendance as expected, with one tap; who said they won't come is marked as their notice says. */
function Attend({ session: { students, notComing } }: { session: SessionRow }) {
  const count = students.length - notComing.length
  const label = count === 0 ? "Mark absent" : students.length === 1 ? "Mark present" : `Mark ${count} present`
  return (
    <ActButton
      label={notComing.length > 0 && count > 0 ? `${label}, ${notComing.length} absent` : label}
      needs="register:take"
      sends={{ command: "attend" }}
      pending="Saving…"
      variant="primary"
      isMain
    />
  )
}

type LessonActionsProps = {
  session: SessionRow
  /** What canceling it does to make-up credits. */
  credits: CancelCredits
  marks?: ReactNode
}

/** What can be done with a lesson from its card; `marks` chooses other marks than the expected ones. */
function LessonActions({ session, credits, marks }: LessonActionsProps) {
  const { id, register, state, students } = session
  const [student] = students
  const mayWrite = useHasRight()("message:all")
  const canMove = state === "planned" && register !== "taken"
  const isOpen = register === "live" || register === "missing"
  return (
    <>
      {isOpen && students.length > 0 ? <Attend session={session} /> : null}
      {marks}
      <div className="buttons">
        {isOpen ? <LinkButton to={paths.session(id)}>Take attendance</LinkButton> : null}{" "}
        {canMove ? (
          <>
            <LinkButton to={paths.editSession(id)}>Move</LinkButton>
            <LinkButton to={paths.findTime({ lesson: id })}>Find a time</LinkButton>
          </>
        ) : state === "cancelled" ? (
          <LinkButton to={paths.editSession(id)}>Restore lesson</LinkButton>
        ) : null}
      </div>
      {canMove ? <CancelHere sessionId={id} credits={credits} /> : null}
      <p className="card-links">
        <Link to={paths.session(id)}>Lesson details</Link>
        {canMove && session.capacity > 1 ? (
          <>
            {" "}
            <Link to={paths.sessionGuests(id)}>Guests</Link>
          </>
        ) : null}
        {student && students.length === 1 ? (
          <>
            {" "}
            {mayWrite ? (
              <>
                <Link to={paths.newMessage({ to: `student:${student.id}` })}>Message</Link>{" "}
              </>
            ) : null}
            <Link to={paths.student(student.id)}>{student.name}</Link>
          </>
        ) : (
          <>
            {" "}
            <Link to={paths.class(session.classId)}>{session.className}</Link>
          </>
        )}
      </p>
    </>
  )
}
