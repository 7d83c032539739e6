import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import { daysOffText, type TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import { paths } from "~/utils/paths"
import { ToArrange } from "./to-arrange"

/** Absences to come or under way, each with what is left to arrange. */
export function AbsenceList({
  absences,
  isSolo,
}: {
  absences: (TimeOff & { toArrange: number })[]
  isSolo: boolean
}) {
  return (
    <section className="section" aria-labelledby="absences-title">
      <h2 id="absences-title">Away now or soon</h2>
      {absences.length ? (
        <ul className="register-list unmarked">
          {absences.map((off) => (
            <li key={off.id}>
              <div className="name-line">
                <b>
                  <Link to={paths.absence(off.id)}>{isSolo ? daysOffText(off) : off.teacherName}</Link>
                </b>{" "}
                {off.toArrange > 0 ? (
                  <ToArrange off={off} />
                ) : (
                  <Status head="on" tone="ok">
                    Nothing to arrange
                  </Status>
                )}
              </div>
              <p className="small dim wrap-anywhere">
                {[isSolo ? null : daysOffText(off), off.reason].filter(Boolean).join("; ")}
              </p>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState>
          {isSolo
            ? "No days away. Add days when you can’t teach."
            : "No one is away. Record an absence when a teacher calls in sick."}
        </EmptyState>
      )}
    </section>
  )
}
