import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import {
  type TrialRow,
  type TrialSums,
  trialStateLabels,
  trialWhyLabels,
} from "~/models/attendance/rule-trial/rule-trial"
import { nameWithClass } from "~/models/people/student/class-title"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"

type Family = {
  id: string
  familyId: string
  name: string
  was: TrialSums
  would: TrialSums
  rows: (TrialRow & { studentId: string; studentName: string; className: string; date: string })[]
}

/** Each family with its figures and the absences behind them. */
export function TrialFamilies({ families }: { families: Family[] }) {
  return families.map(({ id, familyId, name, was, would, rows }) => (
    <section className="section" key={id} aria-labelledby={`family-${id}`}>
      <h2 id={`family-${id}`}>
        <Link to={paths.family(familyId)}>{name}</Link>
      </h2>
      <p>
        Granted {change(was.granted, would.granted)}, used {change(was.used, would.used)}, expired{" "}
        {change(was.expired, would.expired)}
      </p>
      <DataTable
        caption={`Absences of ${name}`}
        rows={rows}
        rowKey={({ sessionId, studentId }) => `${sessionId} ${studentId}`}
        columns={[
          {
            label: "Lesson",
            cell: ({ sessionId, date, studentName, className }) => (
              <span>
                <Link to={paths.session(sessionId)}>{date ? formatDate(date, "short") : "Lesson"}</Link>
                <span className="dim">, {nameWithClass(studentName, className)}</span>
              </span>
            ),
          },
          { label: "As it was", cell: (row) => trialStateLabels[row.was] },
          {
            label: "With these rules",
            cell: (row) =>
              row.would === row.was ? (
                <span>
                  {trialStateLabels[row.would]}
                  {until(row)}
                </span>
              ) : (
                <b>
                  {trialStateLabels[row.would]}
                  {until(row)}
                </b>
              ),
          },
          { label: "Because", cell: (row) => trialWhyLabels[row.why] },
        ]}
      />
    </section>
  ))
}

const until = ({ until: day }: TrialRow) => (day ? `, last day ${formatDate(day, "medium")}` : "")

const change = (was: number, would: number): string => (was === would ? String(was) : `${was} → ${would}`)
