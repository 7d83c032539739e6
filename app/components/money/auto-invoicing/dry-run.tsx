import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { Field } from "~/components/form/field"
import { ActButton, PostForm, SubmitRow } from "~/components/form/post-form"
import { familyColumn } from "~/components/people/family/family-title"
import { Link } from "~/components/ui/button"
import { amountColumn, DataTable } from "~/components/ui/data-table"
import type { BatchFamily } from "~/models/money/invoice/invoice-batch"
import { familyLabel } from "~/models/people/family/family-name"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

export const holdFormId = "hold-family"

type Family = Pick<
  BatchFamily,
  "familyId" | "familyName" | "familyChildren" | "lines" | "amountMinor" | "payers" | "problem"
> & { hold: string | null }

type DryRunProps = {
  families: Family[]
  currency: string
  /** The family whose hold is being written. */
  holding: string | null
  result?: SubmissionResult
}

/** What the next run would send, family by family, each with its hold. */
export function DryRun({ families, currency, holding, result }: DryRunProps) {
  return (
    <DataTable
      caption="Families the next run would invoice"
      middle
      terse
      rows={families}
      rowKey={({ familyId }) => familyId}
      columns={[
        familyColumn,
        {
          label: "Payer",
          cell: ({ payers, problem, hold }) =>
            hold === null ? (problem ?? payers) : <span className="wrap-anywhere">On hold: {hold}</span>,
        },
        {
          label: "Items",
          numeric: true,
          cell: ({ familyId, lines }) => (
            <Link to={paths.newInvoice({ family: familyId })}>{countOf(lines, "item")}</Link>
          ),
        },
        amountColumn("amountMinor", currency),
        {
          label: "Hold",
          cell: ({ familyId, hold, ...family }) =>
            hold === null ? (
              holding === familyId ? (
                <HoldForm familyId={familyId} result={result} />
              ) : (
                <Link
                  to={paths.automaticInvoices({ hold: familyId })}
                  aria-label={`Hold ${familyLabel(family)}`}
                >
                  Hold
                </Link>
              )
            ) : (
              <ActButton
                label="Release"
                sends={{ family: familyId }}
                intent="release"
                pending="Releasing…"
                variant="plain"
                about={familyLabel(family)}
              />
            ),
        },
      ]}
    />
  )
}

function HoldForm({ familyId, result }: { familyId: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ reason: string }>({ id: holdFormId, lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)} sends={{ family: familyId }}>
      <Field meta={fields.reason} label="Reason" maxLength={200} />
      <SubmitRow
        label="Hold family"
        intent="hold"
        variant="secondary"
        pending="Holding…"
        cancel={paths.automaticInvoices()}
      />
    </PostForm>
  )
}
