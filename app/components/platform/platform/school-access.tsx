import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { TextAreaField } from "~/components/form/text-area-field"
import { extensionDays } from "~/models/platform/platform/platform-schools"
import type { SchoolAccessForm } from "~/models/platform/platform/school-access-form"
import { platformProvider } from "~/utils/payment-providers"
import { sellsPlans } from "~/utils/sold-plans"

export const accessFormId = "access"

type SchoolAccessProps = {
  result: SubmissionResult | undefined
  /** Until when it is extended (UTC ms). */
  extendedUntil: number | null
  isHeld: boolean
  hasPlan: boolean
  /** Whether the reader's roles allow it. */
  mayExtend: boolean
  maySuspend: boolean
}

/** Keeps a school open, closes it or opens it again; each with a reason. */
export function SchoolAccess({
  result,
  extendedUntil,
  isHeld,
  hasPlan,
  mayExtend,
  maySuspend,
}: SchoolAccessProps) {
  const [form, fields] = useForm<SchoolAccessForm>({ id: accessFormId, lastResult: result })
  const canExtend = mayExtend && hasPlan
  if (isHeld ? !maySuspend : !canExtend && !maySuspend) return null
  return (
    <section className="section" aria-labelledby="access-title">
      <h2 id="access-title">Access</h2>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="seen" value={extendedUntil ?? 0} />
        <TextAreaField
          meta={fields.reason}
          label="Internal reason"
          hint="Only staff can read this."
          rows={2}
          maxLength={500}
        />
        <TextAreaField
          meta={fields.message}
          label="Message to the school"
          hint="Shown in the school’s activity with your name. Leave blank for a standard message."
          rows={2}
          maxLength={500}
          optional
        />
        {isHeld ? (
          <SubmitButton intent="restore" pending="Restoring…">
            Restore
          </SubmitButton>
        ) : (
          <>
            {canExtend ? (
              <SelectField
                meta={fields.days}
                label="Extend by"
                hint="Added to the current end date."
                choices={extensionDays.map((days) => ({ value: days, label: `${days} days` }))}
              />
            ) : null}
            <p className="buttons">
              {canExtend ? (
                <SubmitButton intent="extend" pending="Extending…">
                  Extend
                </SubmitButton>
              ) : null}
              {maySuspend ? (
                <SubmitButton intent="suspend" variant="danger" pending="Suspending…">
                  Suspend
                </SubmitButton>
              ) : null}
            </p>
            {maySuspend ? (
              <p className="small dim">
                Members of a suspended school can’t get in until you restore it. Nothing is deleted.
                {sellsPlans()
                  ? ` ${platformProvider} pauses the subscription until then, so the school isn’t charged.`
                  : null}
              </p>
            ) : null}
          </>
        )}
      </PostForm>
    </section>
  )
}
