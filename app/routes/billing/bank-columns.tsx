import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, SerializeFrom } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitButton } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { CalloutText } from "~/components/ui/callout"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, type Toast } from "~/http/toast.server"
import { BankColumnsForm } from "~/models/money/bank-import/bank-form"
import { findReadUpload, findUpload, readUpload } from "~/models/money/bank-import/bank-import.server"
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
const importedAlready: Toast = { title: "This file was imported already.", tone: "plain" }

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "bank:import")
  const uploadId = params.uploadId ?? ""
  const upload = await findUpload(actor, uploadId)
  if (!upload) return { fileName: orNotFound(findReadUpload(actor, uploadId)), isImported: true as const }
  const { fileName, table, guess, isCard } = upload
  return {
    fileName,
    isImported: false as const,
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
  if (findReadUpload(actor, uploadId)) return redirectWithToast(paths.bankTransfers(), importedAlready)
  if (!(await findUpload(actor, uploadId))) throw notFound()
  const submission = readForm(await request.formData(), { schema: BankColumnsForm })
  if (submission.status !== "success") return invalid(submission)
  const read = await readUpload(actor, uploadId, submission.value)
  if (!read.ok) return invalid(submission, { ["field" in read ? read.field : "form"]: read.message })
  if ("uploadId" in read) throw notFound()
  return redirectWithToast(paths.bankTransfers(), uploadedText(actor, read))
}

export const { handle, meta } = framed<typeof loader>({
  tab: "bank",
  title: "Columns of the statement",
  head: ({ fileName }) => ({ expression: fileName }),
})

type SampleRow = { rowNumber: number; cells: string[] }
type Fields = Record<BankField | "dateOrder", string | null>

type Waiting = Extract<SerializeFrom<typeof loader>, { isImported: false }>

export default function BankColumns() {
  const upload = useLoaderData<typeof loader>()
  return upload.isImported ? <Imported /> : <ColumnsForm {...upload} />
}

/** Who goes back to a file that was read. */
const Imported = () => (
  <EmptyState>
    This file was imported. <Link to={paths.bankTransfers()}>See its transfers</Link>
  </EmptyState>
)

function ColumnsForm({ headers, sample, columnNames, guess, isCard }: Waiting) {
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
