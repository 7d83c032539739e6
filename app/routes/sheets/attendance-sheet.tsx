import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { FilterForm, FilterInput } from "~/components/ui/filter-form"
import { PageHead } from "~/components/ui/page-head"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"
import {
  type AttendanceSheet,
  markLetters,
  mostRows,
  readMonth,
  sheetKey,
} from "~/models/overview/sheets/sheets"
import { attendanceSheet } from "~/models/overview/sheets/sheets.server"
import { now } from "~/utils/clock.server"
import { formatTime } from "~/utils/clock-times"
import { formatDate } from "~/utils/date-text"
import { monthBounds } from "~/utils/dates"
import { paths } from "~/utils/paths"
import { today } from "~/utils/zones"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:read")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  const present = today(actor.school.timeZone, now()).slice(0, 7)
  const month = readMonth(new URL(request.url).searchParams.get("month"), present)
  return {
    id: found.id,
    name: found.name,
    month,
    sheet: attendanceSheet(actor, found.id, monthBounds(month)),
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Attendance sheet${data ? ` of ${data.name}` : ""} · Tutti` },
]

export default function AttendanceSheetPage() {
  const { id, name, month, sheet } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        back={{ to: paths.classLessons(id), label: name }}
        title="Attendance sheet"
        expression={`${name}, ${formatDate(`${month}-01`, "month")}`}
        actions={<PrintButton />}
      />
      <FilterForm>
        <label>
          Month <FilterInput type="month" name="month" value={month} />
        </label>
        <Button type="submit" variant="secondary">
          Choose month
        </Button>
      </FilterForm>
      {sheet.isCut ? (
        <Callout tone="amber">
          <p>
            More than {mostRows} students are in this class. This sheet names the first {mostRows} by last
            name.
          </p>
        </Callout>
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
            {students.map(({ id, name, marks }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
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
