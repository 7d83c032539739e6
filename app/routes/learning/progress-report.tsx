import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { ReportPaper } from "~/components/learning/progress/report-paper"
import { pageTitle } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { PrintButton } from "~/components/ui/print-button"
import { orNotFound, requireMember } from "~/http/guards.server"
import { act, intents } from "~/http/intents.server"
import { deletedToast } from "~/http/toast.server"
import { type LearningArea, learningPath } from "~/models/learning/learner/learner"
import { discardReport, findReport, shareReport } from "~/models/learning/report/report.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "learning:write")
  const report = orNotFound(findReport(actor, params.reportId ?? ""))
  return { report, area: areaOf(actor.role) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "learning:write")
  const report = orNotFound(findReport(actor, params.reportId ?? ""))
  const reports = learningPath(areaOf(actor.role), report.studentId, { view: "reports" })
  return intents(request, paths.progressReport(report.id), {
    share: act({ run: () => void shareReport(actor, report.id), saved: "Report shared with the family." }),
    discard: act({
      run: () => discardReport(actor, report.id).ok,
      refusals: { "not-found": "The family already has this report, so you can’t discard it." },
      saved: deletedToast(reports, "Draft discarded.", report.id),
      to: reports,
    }),
  })
}

const areaOf = (role: string): LearningArea => (role === "teacher" ? "teacher" : "office")

export const meta = pageTitle<typeof loader>((data) => `Progress report, ${data.report.snapshot.studentName}`)

export default function ProgressReport() {
  const { report, area } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={learningPath(area, report.studentId, { view: "reports" })}>
          {report.snapshot.studentName}’s reports
        </Link>
      </p>
      {report.sharedOn ? null : (
        <PostForm className="callout no-print">
          <p>This is a draft. Once you share it with the family, you can’t change it.</p>
          <div className="buttons">
            <SubmitButton intent="share" pending="Sharing…" label="Share with the family" />
            <SubmitButton intent="discard" pending="Discarding…" variant="danger" label="Discard draft" />
          </div>
        </PostForm>
      )}
      <p className="buttons no-print">
        <a className="button" href={paths.progressReportPdf(report.id)}>
          Download PDF
        </a>
        <PrintButton />
      </p>
      <ReportPaper report={report} />
    </div>
  )
}
