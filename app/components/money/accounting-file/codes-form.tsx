import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { longestCode } from "~/models/money/accounting-file/account-codes"

export const codesFormId = "codes"

type Codes = { sales: string; writeOff: string; noTax: string; tax: { name: string; code: string }[] }

/** What the accounting program calls the accounts and taxes of the files. */
export function CodesForm({ codes, result }: { codes: Codes; result?: SubmissionResult }) {
  const [form, fields] = useForm<Codes>({ id: codesFormId, lastResult: result, defaultValue: codes })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <div className="columns">
        <Field meta={fields.sales} label="Sales account" maxLength={longestCode} />
        <Field meta={fields.writeOff} label="Write-off account" maxLength={longestCode} />
        <Field meta={fields.noTax} label="Tax rate without tax" maxLength={longestCode} />
      </div>
      {fields.tax.getFieldList().map((row, index) => {
        const { name, code } = row.getFieldset()
        const tax = codes.tax[index]?.name ?? ""
        return (
          <div key={row.key}>
            <input type="hidden" name={name.name} value={tax} />
            <Field meta={code} label={`Tax rate for ${tax}`} maxLength={longestCode} />
          </div>
        )
      })}
      <p>
        <SubmitButton variant="secondary" pending="Saving…">
          Save accounts
        </SubmitButton>
      </p>
    </PostForm>
  )
}
