import type { ReactNode } from "react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { LinkButton } from "~/components/ui/button"
import { useHasRight } from "~/components/ui/limits"
import { Link } from "~/components/ui/link"
import type { CancelCredits } from "~/models/teaching/credit/cancel-credits"
import type { SessionRow } from "~/models/teaching/session/session"
import { paths } from "~/utils/paths"
import { CancelHere } from "./cancel-here"

/** Attendance as expected, with one tap; who said they won't come is marked as their notice says. */
function Attend({ session: { students, notComing } }: { session: SessionRow }) {
  const count = students.length - notComing.length
  const label = count === 0 ? "Mark absent" : students.length === 1 ? "Mark present" : `Mark ${count} present`
  return (
    <PostForm needs="register:take">
      <input type="hidden" name="command" value="attend" />
      <SubmitButton pending="Saving…" isMain>
        {notComing.length > 0 && count > 0 ? `${label}, ${notComing.length} absent` : label}
      </SubmitButton>
    </PostForm>
  )
}

type LessonActionsProps = {
  session: SessionRow
  /** What canceling it does to make-up credits. */
  credits: CancelCredits
  marks?: ReactNode
}

/** What can be done with a lesson from its card; `marks` chooses other marks than the expected ones. */
export function LessonActions({ session, credits, marks }: LessonActionsProps) {
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
        {isOpen ? <LinkButton to={paths.session(id)}>Take attendance</LinkButton> : null}
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
