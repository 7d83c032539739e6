import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { ReportPaper } from "~/components/learning/progress/report-paper"
import { Link } from "~/components/ui/link"
import { PrintButton } from "~/components/ui/print-button"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { type LearningArea, learningPath } from "~/models/learning/learner/learner"
import { discardReport, findReport, shareReport } from "~/models/learning/report/report.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "learning:write")
  const report = findReport(actor, params.reportId ?? "")
  if (!report) throw notFound()
  return { report, area: areaOf(actor.role) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "learning:write")
  const report = findReport(actor, params.reportId ?? "")
  if (!report) throw notFound()
  const intent = (await request.formData()).get("intent")
  if (intent === "share") {
    shareReport(actor, report.id)
    return redirectWithToast(paths.progressReport(report.id), "The family has the report now.")
  }
  if (intent !== "discard") throw notFound()
  const gone = discardReport(actor, report.id)
  if (!gone.ok)
    return redirectWithToast(paths.progressReport(report.id), {
      title: "The family has this report already. It stays.",
      tone: "bad",
    })
  return redirectWithToast(
    learningPath(areaOf(actor.role), report.studentId, { view: "reports" }),
    "The draft is thrown away.",
  )
}

const areaOf = (role: string): LearningArea => (role === "teacher" ? "teacher" : "office")

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `Progress report, ${data.report.snapshot.studentName}` : "Not found" },
]

export default function ProgressReport() {
  const { report, area } = useLoaderData<typeof loader>()
  return (
    <div className="form narrow">
      <p className="back-link no-print">
        <Link to={learningPath(area, report.studentId, { view: "reports" })}>
          Reports on {report.snapshot.studentName}
        </Link>
      </p>
      {report.sharedOn ? null : (
        <PostForm className="callout no-print">
          <p>This is a draft. The family sees it once you share it; then it stays as it is.</p>
          <div className="buttons">
            <SubmitButton intent="share" pending="Sharing…">
              Share with the family
            </SubmitButton>
            <SubmitButton intent="discard" pending="Throwing away…" variant="danger">
              Throw the draft away
            </SubmitButton>
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
