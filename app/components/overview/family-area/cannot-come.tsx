import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { consequenceText } from "~/models/overview/family-area/family-notice"

type CannotComeProps = {
  childId: string
  notice: ReturnType<typeof consequenceText>
  /** whether a make-up lesson can be booked at once */
  earnsCredit: boolean
  lastResult: SubmissionResult<string[]> | undefined
}

/** Says what an absence costs and earns before it is reported. */
export function CannotCome({ childId, notice, earnsCredit, lastResult }: CannotComeProps) {
  const [form, fields] = useForm<{ reason: string; until: string }>({ id: "notice", lastResult })
  return (
    <section className="section" aria-labelledby="cannot">
      <h2 id="cannot">Can’t make it?</h2>
      <Callout tone={notice.tone}>
        <p>{notice.rule}</p>
        <p>
          {notice.money} {notice.credit}
        </p>
      </Callout>
      <PostForm className="form" {...getFormProps(form)}>
        <input type="hidden" name="child" value={childId} />
        <Field meta={fields.reason} label="Reason" hint="The teacher can read it." optional maxLength={300} />
        <DateField
          meta={fields.until}
          label="Last day away"
          hint="To report every lesson until then. Leave blank for this lesson only."
          optional
        />
        <p className="buttons">
          <SubmitButton intent="cannot" pending="Reporting…" isMain>
            Report absence
          </SubmitButton>
          {earnsCredit ? (
            <SubmitButton intent="rebook" variant="secondary" pending="Reporting…">
              Report and book a make-up
            </SubmitButton>
          ) : null}
        </p>
      </PostForm>
    </section>
  )
}
