import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"

export const uploadFormId = "bank-upload"

/** The file a bank offers for download. */
export function UploadStatement({ result }: { result?: SubmissionResult }) {
  const [form, fields] = useForm<{ file: File }>({ id: uploadFormId, lastResult: result })
  return (
    <PostForm className="form" encType="multipart/form-data" {...getFormProps(form)}>
      <Field
        meta={fields.file}
        label="Bank statement"
        hint="CSV or CAMT.053 (XML), up to 900 KB. A transfer is imported once, even if files overlap or have different formats."
        type="file"
        accept=".csv,.txt,.xml,text/csv,text/plain,text/xml,application/xml"
      />
      <p>
        <SubmitButton variant="secondary" pending="Reading the file…">
          Upload statement
        </SubmitButton>
      </p>
    </PostForm>
  )
}
