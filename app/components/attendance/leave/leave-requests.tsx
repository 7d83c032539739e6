import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { leaveFeeText, leaveText } from "~/texts/attendance/leave"
import { formatDate } from "~/utils/date-text"
import { paths } from "~/utils/paths"
import type { ShownLeave } from "./leave-forms"

type Request = ShownLeave & { studentId: string; on: string }
type RequestsProps = {
  requests: Request[]
  mayAnswer: boolean
  refused: { one: string; result: SubmissionResult<string[]> } | undefined
}

/** The form of the answer to one request. */
export const leaveAnswerFormId = (id: string) => `decline-leave-${id}`

/** Leaves and ends of lessons that families ask for, each approved with one press. */
export function LeaveRequests({ requests, mayAnswer, refused }: RequestsProps) {
  if (requests.length === 0) return null
  return (
    <section className="section" aria-labelledby="leave-requests">
      <h2 id="leave-requests">Leaves and ends of lessons</h2>
      <ul className="rows">
        {requests.map((request) => (
          <li key={request.id} className="flex-wrap">
            <span className="wrap-anywhere">
              <Link to={paths.student(request.studentId)}>{request.name}</Link>: <b>{leaveText(request)}</b>
              <br />
              <span className="small dim">
                {[
                  request.reason,
                  request.kind === "leave" ? leaveFeeText(request.feePercent) : "",
                  `Asked on ${formatDate(request.on, "medium")}`,
                ]
                  .filter(Boolean)
                  .join(". ")}
              </span>
            </span>
            {mayAnswer ? (
              <AnswerRequest
                request={request}
                result={refused?.one === request.id ? refused.result : undefined}
              />
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AnswerRequest({ request, result }: { request: Request; result?: SubmissionResult<string[]> }) {
  const { id } = request
  const [form, fields] = useForm<{ answer: string }>({ id: leaveAnswerFormId(id), lastResult: result })
  return (
    <div className="buttons">
      <ActButton
        label="Approve"
        sends={{ one: id }}
        intent="approve-leave"
        pending="Saving…"
        variant="primary"
        about={`for ${request.name}: ${leaveText(request)}`}
      />
      <details className="disclosure no-print" open={result !== undefined}>
        <summary>Decline</summary>
        <PostForm className="form" {...getFormProps(form)}>
          <input type="hidden" name="one" value={id} />
          <Field
            meta={fields.answer}
            label="Answer"
            hint="The family reads it in the portal"
            maxLength={200}
          />
          <p>
            <SubmitButton intent="decline-leave" variant="secondary" pending="Saving…">
              Decline
            </SubmitButton>
          </p>
        </PostForm>
      </details>
    </div>
  )
}
