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
        <h2 id="asked">Time off</h2>
        {timeOff.length ? (
          <TimeOffList
            timeOff={timeOff}
            buttons={({ id, state, endsOn }) =>
              (state === "requested" || state === "approved") && endsOn >= today ? (
                <PostForm>
                  <input type="hidden" name="timeOffId" value={id} />
                  <SubmitButton variant="danger" intent="withdraw" pending="Canceling…">
                    {state === "approved" ? "Cancel time off" : "Cancel request"}
                  </SubmitButton>
                </PostForm>
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
          <div className="two-columns even">
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
