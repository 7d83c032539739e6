import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { RebookChoice } from "~/components/attendance/make-up/rebook-choice"
import { DateField, Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import type { MakeUpOffer } from "~/models/attendance/make-up/make-up"
import type { consequenceText } from "~/models/overview/family-area/family-notice"

type CannotComeProps = {
  childId: string
  notice: ReturnType<typeof consequenceText>
  /** the times at which it can be made up; null where the absence earns no credit */
  offers: MakeUpOffer[] | null
  lastResult: SubmissionResult<string[]> | undefined
}

/** Says what an absence costs and earns before it is reported, and books the make-up lesson along. */
export function CannotCome({ childId, notice, offers, lastResult }: CannotComeProps) {
  const [form, fields] = useForm<{ reason: string; until: string; offer: string }>({
    id: "notice",
    lastResult,
  })
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
        {offers && offers.length > 0 ? (
          <RebookChoice
            meta={fields.offer}
            offers={offers}
            alone="Just report the absence"
            hint="Booked together with the absence. It uses 1 make-up credit, with no extra charge."
          />
        ) : null}
        {offers?.length === 0 ? (
          <p className="dim">
            There are no free spots or times for a make-up lesson in the next four weeks. Your credit is kept
            for later.
          </p>
        ) : null}
        <p>
          <SubmitButton intent="cannot" pending="Reporting…" isMain>
            Report absence
          </SubmitButton>
        </p>
      </PostForm>
    </section>
  )
}
