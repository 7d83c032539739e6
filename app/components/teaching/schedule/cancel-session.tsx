import { getFormProps, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { type CancelCredits, creditsText } from "~/models/teaching/credit/cancel-credits"
import type { SessionRow } from "~/models/teaching/session/session"
import type { CancelForm, RestoreForm } from "~/models/teaching/session/session-form"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import type { SlotAnswer } from "./move-session"
import { OverrideFields } from "./slot-fields"

type Cancelled = Pick<SessionRow, "localDate" | "cancelReason" | "students" | "teacherName" | "roomName">
type RestoreProps = { session: Cancelled; answer: SlotAnswer }
type CancelProps = RestoreProps & { credits: CancelCredits }

/** Cancels this one lesson, with a preview of what that frees. */
export function CancelSession({ session, answer, credits }: CancelProps) {
  const [form, fields] = useForm<CancelForm>({ id: "cancel", lastResult: answer?.result })
  const freed = [
    session.teacherName,
    session.roomName,
    session.students.length > 1 ? countOf(session.students.length, "student") : session.students[0]?.name,
  ].filter(Boolean)
  const isGiven = credits.isGiven && credits.enrolled > 0
  return (
    <section className="form" aria-labelledby="cancel-title">
      <ErrorSummary form={form} />
      <h2 id="cancel-title">Cancel</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="cancel" />
        <p className="dim">
          {freed.length > 0
            ? `Frees up ${freed.join(", ")} on ${formatDate(session.localDate, "weekday")}. `
            : null}
          No one is charged. {creditsText(credits)} You can restore it while the time is still free
          {isGiven ? " and the credits are unused" : ""}.
        </p>
        <Field meta={fields.reason} label="Reason" hint="Families see this." maxLength={200} />
        <p>
          <SubmitButton variant="danger" pending="Canceling…">
            Cancel lesson
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}

/** Restores a canceled lesson. */
export function RestoreSession({ session, answer }: RestoreProps) {
  const [form, fields] = useForm<RestoreForm>({ id: "restore", lastResult: answer?.result })
  return (
    <section className="form" aria-labelledby="restore-title">
      <ErrorSummary form={form} />
      <h2 id="restore-title">Canceled</h2>
      <p>{session.cancelReason}</p>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="restore" />
        <p>
          <SubmitButton intent="save" pending="Restoring…">
            Restore lesson
          </SubmitButton>
        </p>
        <OverrideFields refused={answer?.refused ?? null} meta={fields.overrideReason} />
      </PostForm>
    </section>
  )
}
