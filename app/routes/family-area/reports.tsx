import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { periodOf } from "~/components/learning/progress/period-of"
import { NotLinked } from "~/components/overview/family-area/not-linked"
import { PracticeTabs } from "~/components/overview/family-area/practice-tabs"
import { framed } from "~/components/shell/frame"
import { ResultList } from "~/components/teaching/occasion/result-list"
import { Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { FigureRow } from "~/components/ui/figure-row"
import { requireMember } from "~/http/guards.server"
import { termStartOfPage } from "~/http/page-reads.server"
import { attendanceText } from "~/models/learning/report/report"
import { listReports, summariseAttendance } from "~/models/learning/report/report.server"
import { listStudentResults } from "~/models/teaching/occasion/exam-results.server"
import { todayOf } from "~/utils/clock.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { readChild } from "./portal-child.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { learner, students } = readChild(actor, request)
  const day = todayOf(actor)
  const from = termStartOfPage(actor)
  return {
    students,
    learner: learner ?? null,
    from,
    attendance: learner ? summariseAttendance(actor, learner, { from, to: day }) : null,
    reports: learner
      ? listReports(actor, learner).map(({ id, fromDate, toDate, by, sharedOn }) => ({
          id,
          fromDate,
          toDate,
          by,
          sharedOn,
        }))
      : [],
    exams: learner ? listStudentResults(actor, learner.id, { releasedOnly: true }) : [],
  }
}

export const { handle, meta } = framed({
  title: "Reports",
  column: "form narrow",
})

export default function StudentReports() {
  const { students, learner, from, attendance, reports, exams } = useLoaderData<typeof loader>()
  return (
    <>
      <PracticeTabs current="reports" family={students} child={learner?.id} />
      {learner && attendance ? (
        <>
          <section className="section" aria-labelledby="reports">
            <h2 id="reports">Progress reports</h2>
            <DataTable
              caption="Progress reports, newest first"
              rows={reports}
              empty={
                <>
                  No reports yet. Progress reports for {learner.firstName} appear here once the school shares
                  them.
                </>
              }
              columns={[
                {
                  label: "Period",
                  cell: (report) => <Link to={paths.studentReport(report.id)}>{periodOf(report)}</Link>,
                },
                { label: "Written by", cell: ({ by }) => by ?? "The school" },
                {
                  label: "PDF",
                  action: true,
                  cell: (report) => (
                    <a href={paths.studentReportPdf(report.id)}>
                      PDF<span className="visually-hidden"> of {periodOf(report)}</span>
                    </a>
                  ),
                },
              ]}
            />
          </section>
          {exams.length > 0 ? (
            <section className="section" aria-labelledby="exams">
              <h2 id="exams">Exam results</h2>
              <ResultList results={exams} forFamily />
            </section>
          ) : null}
          <section className="section" aria-labelledby="attendance">
            <h2 id="attendance">Attendance since {formatDate(from, "full")}</h2>
            {attendance.total.held ? (
              <>
                <FigureRow
                  label="Attendance"
                  items={[
                    {
                      figure: `${attendance.total.attended} of ${attendance.total.held}`,
                      label: "lessons attended",
                    },
                    { figure: attendance.total.late, label: "late" },
                    { figure: attendance.total.excused, label: "excused" },
                    { figure: attendance.total.absent, label: "absent" },
                  ]}
                />
                <DataTable
                  caption="Attendance by class"
                  rows={attendance.classes}
                  rowKey={({ className }) => className}
                  columns={[
                    { label: "Class", cell: ({ className }) => className },
                    { label: "Attended", cell: (row) => attendanceText(row) },
                    { label: "Late", numeric: true, cell: ({ late }) => late },
                    { label: "Excused", numeric: true, cell: ({ excused }) => excused },
                    { label: "Absent", numeric: true, cell: ({ absent }) => absent },
                  ]}
                />
              </>
            ) : (
              <p className="dim">No attendance recorded since then.</p>
            )}
          </section>
        </>
      ) : (
        <NotLinked />
      )}
    </>
  )
}
