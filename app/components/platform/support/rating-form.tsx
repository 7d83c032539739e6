import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SegmentedField, TextAreaField } from "~/components/form/field"
import { PostForm, SubmitRow } from "~/components/form/post-form"
import { Callout } from "~/components/ui/callout"

export const ratingFormId = "rating"

/** Asks once, when a chat was closed, how it went. */
export function RatingForm({ result }: { result: SubmissionResult | undefined }) {
  const [form, fields] = useForm<{ intent: string; score: string; comment: string }>({
    id: ratingFormId,
    lastResult: result,
  })
  return (
    <Callout>
      <p>
        <strong>We closed this chat. Did we solve it?</strong> Write below to reopen it.
      </p>
      <PostForm className="form" {...getFormProps(form)}>
        <SegmentedField
          meta={fields.score}
          label="Your rating"
          choices={[
            { value: "good", label: "Yes" },
            { value: "bad", label: "Not really" },
          ]}
        />
        <TextAreaField meta={fields.comment} label="Comment" rows={2} maxLength={1000} optional />
        <SubmitRow label="Send rating" intent="rate" variant="secondary" pending="Sending…" />
      </PostForm>
    </Callout>
  )
}
