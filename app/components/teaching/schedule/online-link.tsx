import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ErrorSummary } from "~/components/form/error-summary"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitRow } from "~/components/form/submit-button"

type OnlineLinkProps = { link: string | null; lastResult: SubmissionResult<string[]> | undefined }

/** Where this one lesson takes place online. */
export function OnlineLink({ link, lastResult }: OnlineLinkProps) {
  const [form, fields] = useForm<{ onlineLink: string }>({
    id: "link",
    lastResult,
    defaultValue: { onlineLink: link ?? "" },
  })
  return (
    <section className="form" aria-labelledby="link-title">
      <ErrorSummary form={form} />
      <h2 id="link-title">Online lesson</h2>
      <PostForm edits className="form" {...getFormProps(form)}>
        <input type="hidden" name="command" value="link" />
        <Field
          meta={fields.onlineLink}
          label="Link for this lesson"
          hint="Leave blank to use the class’s link, if it has one."
          optional
          type="url"
          inputMode="url"
          maxLength={300}
        />
        <SubmitRow label="Save link" variant="secondary" pending="Saving…" />
      </PostForm>
    </section>
  )
}
