import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { EmptyState } from "~/components/ui/empty-state"
import type { TimeOff } from "~/models/teaching/teacher-time/teacher-time"
import type { TimeOffForm } from "~/models/teaching/teacher-time/teacher-time-forms"
import { TimeOffList } from "./time-off-list"

type OwnTimeOffProps = {
  timeOff: TimeOff[]
  today: string
  isSolo: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** A teacher's time off: requests with their answers, and a form for a new one. */
export function OwnTimeOff({ timeOff, today, isSolo, lastResult }: OwnTimeOffProps) {
  const [form, fields] = useForm<TimeOffForm>({ id: "time-off", lastResult })
  return (
    <div className="two-columns">
      <section className="section" aria-labelledby="asked">
        <h2 id="asked">Days off</h2>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, endsOn }) =>
              (state === "requested" || state === "approved") && endsOn >= today ? (
                <PostForm>
                  <input type="hidden" name="timeOffId" value={id} />
                  <SubmitButton variant="danger" intent="withdraw" pending="Taking it back…">
                    Take back
                  </SubmitButton>
                </PostForm>
              ) : null
            }
          />
        ) : (
          <EmptyState>
            You have asked for no days off. What you ask for stands here with its answer.
          </EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="ask">
        <h2 id="ask">Ask for days off</h2>
        <p className="dim">
          {isSolo
            ? "No new session can be put on these days. Sessions that are planned already stay until you move or cancel them."
            : "The office answers. Your sessions stay as they are until it has arranged them."}
        </p>
        <PostForm className="form" {...getFormProps(form)}>
          <DateField meta={fields.startsOn} label="First day" min={today} />
          <DateField meta={fields.endsOn} label="Last day" min={today} />
          <Field meta={fields.reason} label="Reason" optional maxLength={300} />
          <p>
            <SubmitButton intent="request" pending="Sending…">
              {isSolo ? "Keep these days free" : "Send to the office"}
            </SubmitButton>
          </p>
        </PostForm>
      </section>
    </div>
  )
}
