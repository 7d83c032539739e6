import { Button } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/data-table"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { type AttendanceSheet, markLetters, mostRows, sheetKey } from "~/models/overview/sheets/sheets"
import { formatDate, formatTime } from "~/utils/formats"

type AttendanceViewProps = { back: string; name: string; month: string; sheet: AttendanceSheet }

/** A class's lessons of a month with a box for each student, to print. */
export function AttendanceView({ back, name, month, sheet }: AttendanceViewProps) {
  return (
    <>
      <PageHead
        back={{ to: back, label: name }}
        title="Attendance sheet"
        expression={`${name}, ${formatDate(`${month}-01`, "month")}`}
        actions={<PrintButton />}
      />
      <FilterForm>
        <label>
          Month <FilterInput type="month" name="month" value={month} />
        </label>
        <Button variant="secondary">Choose month</Button>
      </FilterForm>
      {sheet.isCut ? (
        <CalloutText tone="amber">
          More than {mostRows} students are in this class. This sheet names the first {mostRows} by last name.
        </CalloutText>
      ) : null}
      {sheet.days.length > 0 && sheet.students.length > 0 ? (
        <Grid sheet={sheet} />
      ) : (
        <EmptyState>
          {sheet.days.length === 0
            ? "No lessons in this month. Choose another month."
            : "No students are enrolled in this month."}
        </EmptyState>
      )}
    </>
  )
}

function Grid({ sheet: { days, students, ownStatuses } }: { sheet: AttendanceSheet }) {
  return (
    <>
      <div className="attendance-sheet">
        <table>
          <caption className="visually-hidden">Students and lessons of the month</caption>
          <thead>
            <tr>
              <th scope="col">Student</th>
              {days.map(({ sessionId, localDate, startTime }) => (
                <th scope="col" key={sessionId}>
                  {formatDate(localDate, "short")}
                  <br />
                  {formatTime(startTime)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {students.map(({ id, name, marks, noPhotos }) => (
              <tr key={id}>
                <th scope="row">
                  {name}
                  {noPhotos ? <span className="small dim"> (no photos)</span> : null}
                </th>
                {days.map(({ sessionId, isCanceled }) => {
                  const code = isCanceled ? "cancelled" : marks[sessionId]
                  const own = isCanceled ? undefined : ownStatuses[sheetKey(sessionId, id)]
                  return <td key={sessionId}>{own?.letters ?? (code ? markLetters[code].letter : "")}</td>
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small dim">
        {Object.values(markLetters)
          .map(({ letter, label }) => `${letter} ${label}`)
          .concat([...new Set(Object.values(ownStatuses).map(({ letters, name }) => `${letters} ${name}`))])
          .join(", ")}
      </p>
    </>
  )
}
