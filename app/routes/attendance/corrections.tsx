import type { SubmissionResult } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DeclineForm } from "~/components/form/decline-form"
import { ActButton, AnswerSummary } from "~/components/form/post-form"
import { policyRow } from "~/components/overview/policies/policy-row"
import { Link } from "~/components/ui/button"
import { EmptyState, MorePages } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { invalid, readForm } from "~/http/read-form.server"
import {
  approveCorrection,
  correctionsPerPage,
  declineCorrection,
  listAnsweredCorrections,
  listAskedCorrections,
} from "~/models/attendance/correction/ask-correction.server"
import { type Correction, correctionLabels } from "~/models/attendance/correction/correction"
import { DeclineCorrectionForm } from "~/models/attendance/correction/correction-form"
import { may } from "~/models/foundation/access/permissions"
import { emailedToast } from "~/models/foundation/outbox/bounce"
import { answerCorrectionRefusals } from "~/texts/attendance/refusals"
import { formatDate, formatTime } from "~/utils/formats"
import { paths } from "~/utils/paths"

/** What teachers asked to correct in locked attendance. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "attendance:read")
  const answered = listAnsweredCorrections(actor, readPage(request))
  return {
    waiting: listAskedCorrections(actor),
    answered: answered.rows,
    pages: paged(request, answered.total, correctionsPerPage),
    lockDays: actor.school.attendanceLockDays,
    mayAnswer: may(actor, "register:unlock"),
    setsRules: may(actor, "school:settings"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "register:unlock")
  const refusals = titled("Nothing was corrected.", answerCorrectionRefusals)
  return intents(request, paths.corrections(), {
    approve: act({
      run: (form) => approveCorrection(actor, idIn(form, "correction")),
      refusals,
      saved: ({ effect, reach, correction: { studentName, askedByName } }) => {
        const done = `Attendance for ${studentName} corrected.`
        const told = emailedToast(done, reach, `${askedByName} gets an email.`)
        return { ...told, text: [effect, told.text].filter(Boolean).join(" ") || undefined }
      },
    }),
    decline: (form) => {
      const submission = readForm(form, { schema: DeclineCorrectionForm })
      if (submission.status !== "success")
        return data({ correction: idIn(form, "correction"), result: invalid(submission).data.result }, 400)
      const { correction, answer } = submission.value
      return act({
        run: () => declineCorrection(actor, correction, answer),
        refusals,
        saved: ({ reach, correction: { studentName, askedByName } }) =>
          emailedToast(`Correction for ${studentName} declined.`, reach, `${askedByName} gets an email.`),
      })(form, paths.corrections())
    },
  })
}

export const meta: MetaFunction = () => [{ title: "Attendance corrections · Tutti" }]

export default function Corrections() {
  const { waiting, answered, pages, lockDays, mayAnswer, setsRules } = useLoaderData<typeof loader>()
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
          Attendance isn’t locked in your school, so teachers correct it themselves.
          {setsRules ? (
            <>
              {" "}
              Lock it under <Link to={policyRow("locking")}>Policies</Link>.
            </>
          ) : null}
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
      {answered.length > 0 ? (
        <section className="section" aria-labelledby="answered">
          <h2 id="answered">Answered</h2>
          <AnsweredCorrections corrections={answered} />
          <MorePages {...pages} />
        </section>
      ) : null}
    </div>
  )
}

const declineFormId = (correctionId: string) => `decline-${correctionId}`

type WaitingProps = {
  corrections: Correction[]
  mayAnswer: boolean
  /** The answer to the form of one request. */
  declined: { correction: string; result: SubmissionResult } | null
}

/** Requests that wait for the office: approved with one button, or declined with a reason. */
function WaitingCorrections({ corrections, mayAnswer, declined }: WaitingProps) {
  if (corrections.length === 0)
    return (
      <EmptyState>
        No corrections are waiting. Teachers ask for one in the lesson, once its attendance is locked.
      </EmptyState>
    )
  return (
    <ul className="rows">
      {corrections.map((correction) => (
        <li key={correction.id}>
          <CorrectionText correction={correction} />
          {mayAnswer ? (
            <div className="buttons">
              <ActButton
                label="Approve correction"
                sends={{ correction: correction.id }}
                intent="approve"
                pending="Correcting…"
                variant="primary"
                about={`for ${correction.studentName}`}
              />
              <DeclineForm
                id={declineFormId(correction.id)}
                sends={{ correction: correction.id }}
                field="answer"
                label={`Reason, sent to ${correction.askedByName}`}
                result={declined?.correction === correction.id ? declined.result : undefined}
                intent="decline"
                aria-label={`Decline correction for ${correction.studentName}`}
              >
                Decline correction
              </DeclineForm>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** Requests that were answered or withdrawn. */
function AnsweredCorrections({ corrections }: { corrections: Correction[] }) {
  return (
    <ul className="rows">
      {corrections.map((correction) => (
        <li key={correction.id}>
          <CorrectionText correction={correction} />
          <span className="dim">{correctionLabels[correction.state]}</span>
        </li>
      ))}
    </ul>
  )
}

function CorrectionText({ correction }: { correction: Correction }) {
  const { studentId, studentName, sessionId, className, localDate, startTime } = correction
  const { state, recorded, wanted, reason, answer, askedByName } = correction
  return (
    <span>
      <Link to={paths.student(studentId)}>{studentName}</Link>,{" "}
      <Link to={paths.session(sessionId)}>
        {className}, {formatDate(localDate, "medium")}, {formatTime(startTime)}
      </Link>
      <br />
      {state === "asked" ? `Recorded: ${recorded}. ` : ""}Asked for: <b>{wanted}</b>
      <br />
      <span className="small dim">
        {askedByName} wrote: “{reason}”{answer ? ` Answer: “${answer}”` : ""}
      </span>
    </span>
  )
}
