import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
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
        <h2 id="asked">Time off</h2>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, endsOn }) =>
              endsOn < today ? null : state === "requested" ? (
                <ActButton
                  label="Cancel request"
                  sends={{ timeOffId: id }}
                  intent="withdraw"
                  pending="Canceling…"
                  variant="danger"
                />
              ) : state === "approved" ? (
                <CancelApproved timeOffId={id} isSolo={isSolo} />
              ) : null
            }
          />
        ) : (
          <EmptyState>No time off yet. Your requests and their status appear here.</EmptyState>
        )}
      </section>
      <section className="section" aria-labelledby="ask">
        <h2 id="ask">{isSolo ? "Add time off" : "Request time off"}</h2>
        <p className="dim">
          {isSolo
            ? "New lessons can’t be scheduled then. Existing lessons stay until you move or cancel them."
            : "The office reviews your request. Your lessons stay until it reschedules them."}
        </p>
        <PostForm className="form" {...getFormProps(form)}>
          <DateField meta={fields.startsOn} label="First day" min={today} />
          <DateField meta={fields.endsOn} label="Last day" min={today} />
          <div className="columns">
            <Field meta={fields.fromTime} label="Start time" hint="On the first day." type="time" optional />
            <Field meta={fields.toTime} label="End time" hint="On the last day." type="time" optional />
          </div>
          <Field meta={fields.reason} label="Reason" optional maxLength={300} />
          <p>
            <SubmitButton intent="request" pending="Sending…">
              {isSolo ? "Add time off" : "Request time off"}
            </SubmitButton>
          </p>
        </PostForm>
      </section>
    </div>
  )
}

/** Approved days are given up in two steps: what was arranged for them isn't taken back. */
function CancelApproved({ timeOffId, isSolo }: { timeOffId: string; isSolo: boolean }) {
  return (
    <details className="disclosure">
      <summary>Cancel time off</summary>
      <PostForm>
        <input type="hidden" name="timeOffId" value={timeOffId} />
        <p>
          You can be scheduled on these days again{isSolo ? "." : ", and the office gets an email."} Lessons
          that were moved, canceled or given to a substitute stay so.
          {isSolo ? "" : " If you change your mind, you have to request the days again."}
        </p>
        <p>
          <SubmitButton variant="danger-primary" intent="withdraw" pending="Canceling…">
            Yes, cancel time off
          </SubmitButton>
        </p>
      </PostForm>
    </details>
  )
}
