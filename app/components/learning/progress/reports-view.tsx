import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { type ExamResult, ResultList } from "~/components/teaching/occasion/result-list"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { Status } from "~/components/ui/status"
import type { Report } from "~/models/learning/report/report"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import { periodOf } from "./period-of"

type ReportsViewProps = {
  name: string
  day: string
  termStart: string
  reports: Report[]
  exams: ExamResult[]
  result?: SubmissionResult
}

/** The student's reports and exam results, and a form for a new one over a period. */
export function ReportsView({ name, day, termStart, reports, exams, result }: ReportsViewProps) {
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="reports">
        <h2 id="reports">Reports</h2>
        {reports.length ? (
          <ul className="entry-list">
            {reports.map((report) => (
              <li key={report.id}>
                <Link to={paths.progressReport(report.id)}>{periodOf(report)}</Link>{" "}
                {report.sharedOn ? (
                  <Status head="on" tone="ok">
                    Shared {formatDate(report.sharedOn, "medium")}
                  </Status>
                ) : (
                  <Status head="held" tone="dim">
                    Draft
                  </Status>
                )}
                {report.by ? <small className="dim"> by {report.by}</small> : null}
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState>
            No reports yet. Write one at the end of a term, then share it with the family.
          </EmptyState>
        )}
        <h2>Exam results</h2>
        {exams.length ? (
          <ResultList results={exams} />
        ) : (
          <EmptyState>
            No exam results yet. They’re entered on the page of an event of the kind Exam.
          </EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="write">
        <h2 id="write">Write a report</h2>
        <p className="dim">
          Skills, pieces, attendance, assignments and practice for these dates are filled in as they are now.
          Add your comments for {name}.
        </p>
        <ReportForm day={day} termStart={termStart} result={result} />
      </section>
    </div>
  )
}

type ReportFormProps = { day: string; termStart: string; result?: SubmissionResult }

function ReportForm({ day, termStart, result }: ReportFormProps) {
  const [form, fields] = useForm<{ fromDate: string; toDate: string; words: string }>({
    id: "report",
    lastResult: result,
    defaultValue: { fromDate: termStart, toDate: day },
  })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <div className="columns">
        <DateField meta={fields.fromDate} label="From" max={day} />
        <DateField meta={fields.toDate} label="To" />
      </div>
      <TextAreaField meta={fields.words} label="Comments" optional rows={6} maxLength={4000} />
      <p>
        <SubmitButton pending="Writing…" intent="write-report">
          Write report
        </SubmitButton>
      </p>
    </PostForm>
  )
}
