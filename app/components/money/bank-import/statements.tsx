import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitRow } from "~/components/form/submit-button"
import { Link } from "~/components/ui/link"
import { paths } from "~/utils/paths"

export const uploadFormId = "bank-upload"

/** The file a bank offers for download. Columns that were chosen wrongly for the last one are chosen again. */
export function UploadStatement({ hasColumns, result }: { hasColumns: boolean; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ file: File; chooseColumns: string }>({
    id: uploadFormId,
    lastResult: result,
  })
  return (
    <PostForm className="form" encType="multipart/form-data" {...getFormProps(form)}>
      <Field
        meta={fields.file}
        label="Bank statement"
        hint="CSV, Excel (.xlsx), CAMT, MT940, OFX, QFX or QIF, also in a ZIP file, up to 900 KB. A transfer is imported once, even if files overlap or have different formats."
        type="file"
        accept=".csv,.txt,.xml,.ofx,.qfx,.qif,.sta,.940,.mt940,.swi,.xlsx,.xls,.zip,text/csv,text/plain,text/xml,application/xml,application/zip,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
      />
      {hasColumns ? (
        <CheckField
          meta={fields.chooseColumns}
          label="Choose the columns of this CSV again"
          hint="We use the columns you chose last unless you select this."
        />
      ) : null}
      <SubmitRow label="Upload statement" variant="secondary" pending="Reading the file…" />
    </PostForm>
  )
}

/** Files whose columns someone still has to choose, each with the way back to that page. */
export const OpenUploads = ({ uploads }: { uploads: { id: string; fileName: string; when: string }[] }) =>
  uploads.length === 0 ? null : (
    <section className="section" aria-labelledby="uploads">
      <h2 id="uploads">Files to finish</h2>
      <p>Choose the columns of these files to see their transfers. Files are kept for a day.</p>
      <ul className="rows">
        {uploads.map(({ id, fileName, when }) => (
          <li key={id}>
            <Link to={paths.bankColumns(id)} className="long-text">
              {fileName}
            </Link>{" "}
            <span className="dim">{when}</span>
          </li>
        ))}
      </ul>
    </section>
  )
