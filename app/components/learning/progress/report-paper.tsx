import { LedgerList } from "~/components/ui/ledger-list"
import { pieceLabel } from "~/models/learning/repertoire/piece"
import { attendanceText, type Report } from "~/models/learning/report/report"
import { durationText } from "~/utils/durations"
import { formatDate } from "~/utils/formats"
import { LevelProgressLine } from "./level-standing"
import { periodOf } from "./period-of"
import { PieceStatus } from "./piece-status"
import { SkillStatus } from "./skill-status"

/** A progress report as it is read and printed. */
export function ReportPaper({ report }: { report: Report }) {
  const { snapshot, words, by, writtenOn } = report
  const { instruments, moved, pieces, attendance, practiceMinutes, tasks, exams = [] } = snapshot
  return (
    <article className="sheet report-paper">
      <header>
        <p className="expression dim">{snapshot.schoolName}</p>
        <h1>{snapshot.studentName}</h1>
        <p className="expression">Progress report, {periodOf(report)}</p>
      </header>
      {words ? <p className="whitespace-pre-line wrap-anywhere">{words}</p> : null}
      <LedgerList
        rows={[
          { label: "Attendance", amount: attendanceText(attendance.total) },
          {
            label: "Practice logged",
            amount: practiceMinutes ? durationText(practiceMinutes) : "None",
          },
          {
            label: "Assignments completed",
            amount: tasks.given ? `${tasks.done} of ${tasks.given}` : "None",
          },
        ]}
      />
      {exams.length ? (
        <section aria-label="Exam results">
          <h2>Exam results</h2>
          <ul className="entry-list">
            {exams.map(({ title, on, text, note }) => (
              <li key={`${title} ${on}`}>
                <span>
                  {title} <b>{text}</b>
                </span>{" "}
                <small className="dim">{formatDate(on, "medium")}</small>
                {note ? <p className="whitespace-pre-line wrap-anywhere">{note}</p> : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {instruments.map(({ instrument, current, next, missing, levels }) => (
        <section key={instrument} aria-label={instrument}>
          <h2>{instrument}</h2>
          <LedgerList
            rows={levels.map(({ level, secure, count }) => ({
              label: level,
              amount: `${secure} of ${count} secure`,
            }))}
          />
          <LevelProgressLine instrument={instrument} current={current} next={next} missing={missing} />
        </section>
      ))}
      {moved.length ? (
        <section aria-label="Skill progress">
          <h2>Skill progress</h2>
          <ul className="entry-list">
            {moved.map(({ instrument, name, state, since, comment }) => (
              <li key={`${instrument} ${name}`}>
                <span>{name}</span> <SkillStatus state={state} />
                {comment ? <p>{comment}</p> : null}{" "}
                <small className="dim">
                  {instrument}, {formatDate(since, "medium")}
                </small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {pieces.length ? (
        <section aria-label="Pieces">
          <h2>Pieces</h2>
          <ul className="entry-list">
            {pieces.map((piece) => (
              <li key={pieceLabel(piece)}>
                <span>{pieceLabel(piece)}</span> <PieceStatus state={piece.state} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {attendance.classes.length > 1 ? (
        <section aria-label="Attendance by class">
          <h2>Attendance by class</h2>
          <LedgerList
            rows={attendance.classes.map((row) => ({ label: row.className, amount: attendanceText(row) }))}
          />
        </section>
      ) : null}
      <p className="small dim">
        Written {formatDate(writtenOn, "full")}
        {by ? ` by ${by}` : ""}.
      </p>
    </article>
  )
}
