import { Link } from "~/components/ui/button"
import { paths } from "~/utils/paths"

type Watched = {
  studentId: string
  name: string
  className: string
  missed: number
  /** "last on Thu, Nov 12" */
  last: string
  lastSessionId: string
}

/** Students who missed several lessons in a row. */
export function WatchedStudents({ watched }: { watched: Watched[] }) {
  return (
    <section className="section" aria-labelledby="watch">
      <h2 id="watch">Students to watch</h2>
      {watched.length ? (
        <ul className="register-list unmarked">
          {watched.map(({ studentId, name, className, missed, last, lastSessionId }) => (
            <li key={`${studentId} ${className}`}>
              <div className="name-line">
                <b>
                  <Link to={paths.teacherStudent(studentId)}>{name}</Link>
                </b>{" "}
                <span>
                  {className.startsWith(name) ? "" : `${className}, `}missed {missed} in a row,{" "}
                  <Link to={paths.session(lastSessionId)}>{last}</Link>
                </span>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <p className="dim">No student has missed two lessons in a row.</p>
      )}
    </section>
  )
}
