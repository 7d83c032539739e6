import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Pages } from "~/components/attendance/attendance-page/pages"
import {
  AnsweredCorrections,
  declineFormId,
  WaitingCorrections,
} from "~/components/attendance/correction/waiting-corrections"
import { AnswerSummary } from "~/components/form/answer-summary"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { approveCorrection, declineCorrection } from "~/models/attendance/correction/answer-correction.server"
import { type AnswerRefusal, answerRefusals } from "~/models/attendance/correction/correction"
import { ApproveCorrectionForm, DeclineCorrectionForm } from "~/models/attendance/correction/correction-form"
import {
  correctionsPerPage,
  listAnsweredCorrections,
  listAskedCorrections,
} from "~/models/attendance/correction/list-corrections.server"
import { may } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"

/** What teachers asked to correct in locked attendance. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const page = readPage(request)
  const answered = listAnsweredCorrections(actor, page)
  paged(request, { page, perPage: correctionsPerPage, total: answered.total })
  return {
    waiting: listAskedCorrections(actor),
    answered,
    page,
    pageSize: correctionsPerPage,
    lockDays: actor.school.attendanceLockDays,
    mayAnswer: may(actor, "register:unlock"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "register:unlock")
  const form = await request.formData()
  switch (form.get("intent")) {
    case "approve": {
      const submission = readForm(form, { schema: ApproveCorrectionForm })
      if (submission.status !== "success") throw notFound()
      const approved = approveCorrection(actor, submission.value.correction)
      if (!approved.ok) return refused(approved.reason)
      const { studentName, askedByName } = approved.correction
      return redirectWithToast(paths.corrections(), {
        title: `Attendance for ${studentName} corrected.`,
        text: [approved.effect, `${askedByName} gets an email.`].filter(Boolean).join(" "),
        tone: "good",
      })
    }
    case "decline": {
      const submission = readForm(form, { schema: DeclineCorrectionForm })
      if (submission.status !== "success")
        return data(
          { correction: String(form.get("correction") ?? ""), result: invalid(submission).data.result },
          { status: 400 },
        )
      const declined = declineCorrection(actor, submission.value.correction, submission.value.answer)
      if (!declined.ok) return refused(declined.reason)
      const { studentName, askedByName } = declined.correction
      return redirectWithToast(
        paths.corrections(),
        `Correction for ${studentName} declined. ${askedByName} gets an email.`,
      )
    }
    default:
      throw notFound()
  }
}

function refused(reason: AnswerRefusal) {
  if (reason === "not-found") throw notFound()
  return redirectWithToast(paths.corrections(), {
    tone: "bad",
    title: "Nothing was corrected.",
    text: answerRefusals[reason],
  })
}

export const meta: MetaFunction = () => [{ title: "Attendance corrections · Tutti" }]

export default function Corrections() {
  const { waiting, answered, page, pageSize, lockDays, mayAnswer } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack">
      <AnswerSummary formId={declineFormId(answer?.correction ?? "")} result={answer?.result} />
      <PageHead
        title="Attendance corrections"
        back={{ to: paths.attendance(), label: "Attendance" }}
        expression="what teachers can’t change anymore"
      />
      {lockDays === null ? (
        <p className="dim">
          Attendance isn’t locked in your school, so teachers correct it themselves. Lock it in Rules and
          emails.
        </p>
      ) : null}
      <section className="section" aria-labelledby="waiting">
        <h2 id="waiting">Waiting for your answer</h2>
        <WaitingCorrections
          corrections={waiting}
          mayAnswer={mayAnswer}
          declined={answer ? { correction: answer.correction, result: answer.result } : null}
        />
        <p className="small dim">
          Approving corrects the attendance as if you had done it yourself: charges and make-up credits
          follow.
        </p>
      </section>
      {answered.total > 0 ? (
        <section className="section" aria-labelledby="answered">
          <h2 id="answered">Answered</h2>
          <AnsweredCorrections corrections={answered.rows} />
          <Pages
            page={page}
            pageSize={pageSize}
            total={answered.total}
            to={(number) => paths.corrections({ page: number })}
          />
        </section>
      ) : null}
    </div>
  )
}
