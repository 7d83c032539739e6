import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import type { LessonNote } from "~/models/overview/record/student-record"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

/** The last notes on a student's lessons; each says who can read it. */
export function LessonNotes({ notes, studentId }: { notes: LessonNote[]; studentId: string }) {
  return (
    <section className="section" aria-labelledby="lesson-notes">
      <header>
        <h2 id="lesson-notes">Lesson notes</h2>
        {notes.length > 0 ? <Link to={paths.studentLessons(studentId)}>View all notes</Link> : null}
      </header>
      {notes.length === 0 ? (
        <EmptyState>No notes yet. Teachers write them when they take attendance.</EmptyState>
      ) : (
        <ol className="chat-messages">
          {notes.map(({ id, sessionId, localDate, visibility, body, author }) => (
            <li key={id} className="chat-message">
              <header>
                {author ? <b>{author}</b> : null}{" "}
                <Link to={paths.session(sessionId)}>
                  <time dateTime={localDate}>{formatDate(localDate, "short")}</time>
                </Link>
                , {visibility === "shared" ? "shared with family" : "staff only"}
              </header>
              <p className="message-text">{body}</p>
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
