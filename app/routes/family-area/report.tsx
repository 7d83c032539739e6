import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ReportPaper } from "~/components/learning/progress/report-paper"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { PrintButton } from "~/components/ui/print-button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findReport } from "~/models/learning/report/report.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const report = orNotFound(findReport(actor, params.reportId ?? ""))
  return { report }
}

export const meta = pageTitle<typeof loader>((data) => `Progress report, ${data.report.snapshot.studentName}`)

export default function StudentReport() {
  const { report } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={paths.studentReports({ child: report.studentId })}>All reports</Link>
      </p>
      <p className="buttons no-print">
        <a className="button" href={paths.studentReportPdf(report.id)}>
          Download PDF
        </a>
        <PrintButton />
      </p>
      <ReportPaper report={report} />
    </div>
  )
}
