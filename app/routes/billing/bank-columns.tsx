import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/choice-fields"
import { ErrorSummary } from "~/components/form/error-summary"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import type { FramedPage } from "~/components/shell/frame"
import { LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { BankColumnsForm } from "~/models/money/bank-import/bank-form"
import { findUpload, readUpload } from "~/models/money/bank-import/bank-import.server"
import {
  type BankField,
  bankDateOrders,
  bankFields,
  dateOrderLabels,
  fieldLabels,
} from "~/models/money/bank-import/bank-values"
import { paths } from "~/utils/paths"
import { uploadedText } from "./bank-texts.server"

const sampleRows = 5

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "bank:import")
  const upload = await findUpload(actor, params.uploadId ?? "")
  if (!upload) throw notFound()
  const { fileName, table, guess, isCard } = upload
  return {
    fileName,
    headers: [...new Set(table.headers.filter(Boolean))],
    sample: table.rows.slice(0, sampleRows).map(({ rowNumber, cells }) => ({
      rowNumber,
      cells: table.headers.map((_, index) => cells[index] ?? ""),
    })),
    columnNames: table.headers,
    guess,
    isCard,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "bank:import")
  const uploadId = params.uploadId ?? ""
  if (!(await findUpload(actor, uploadId))) throw notFound()
  const submission = readForm(await request.formData(), { schema: BankColumnsForm })
  if (submission.status !== "success") return invalid(submission)
  const read = await readUpload(actor, uploadId, submission.value)
  if (!read.ok) return invalid(submission, { ["field" in read ? read.field : "form"]: read.message })
  if ("uploadId" in read) throw notFound()
  return redirectWithToast(paths.bankTransfers(), uploadedText(actor, read))
}

export const handle: FramedPage<typeof loader> = {
  tab: "bank",
  title: "Columns of the statement",
  head: ({ fileName }) => ({ expression: fileName }),
}

export const meta: MetaFunction = () => [{ title: "Columns of the statement · Tutti" }]

type SampleRow = { rowNumber: number; cells: string[] }
type Fields = Record<BankField | "dateOrder", string | null>

export default function BankColumns() {
  const { headers, sample, columnNames, guess, isCard } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const [form, fields] = useForm<Fields>({ id: "bank-columns", lastResult: result, defaultValue: guess })
  return (
    <>
      <ErrorSummary form={form} />
      <p className="dim">We’ll use the same columns for your next file with these headings.</p>
      {isCard ? (
        <CalloutText tone="amber">
          This looks like a credit card’s statement, where purchases have no minus and would be imported as
          transfers. Upload the statement of your bank account instead.
        </CalloutText>
      ) : null}
      <PostForm className="form" {...getFormProps(form)}>
        <div className="columns">
          {bankFields.map((field) => (
            <SelectField
              key={field}
              meta={fields[field]}
              label={fieldLabels[field]}
              optional={field === "payer" || field === "reference"}
              prompt={field === "payer" || field === "reference" ? "Not in this file" : "Choose a column"}
              choices={headers.map((name) => ({ value: name, label: name }))}
            />
          ))}
        </div>
        <SelectField
          meta={fields.dateOrder}
          label="Dates are written as"
          choices={bankDateOrders.map((value) => ({ value, label: dateOrderLabels[value] }))}
        />
        <p className="buttons">
          <SubmitButton pending="Reading…" label="Import transfers" />
          <LinkButton to={paths.bankTransfers()} variant="plain">
            Cancel
          </LinkButton>
        </p>
      </PostForm>
      <DataTable
        caption="First rows of the file"
        rows={sample}
        rowKey={({ rowNumber }) => String(rowNumber)}
        columns={columnNames.map((name, index) => ({
          label: name || `Column ${index + 1}`,
          cell: ({ cells }: SampleRow) => <span className="wrap-anywhere">{cells[index]}</span>,
        }))}
      />
    </>
  )
}
