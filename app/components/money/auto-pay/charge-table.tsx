import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { ActButton } from "~/components/form/act-button"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { FamilyTitle } from "~/components/people/family/family-title"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { type AutoChargeState, chargeStateLabels, declineText } from "~/models/money/auto-pay/auto-pay"
import type { DeclineReason, ProviderName } from "~/models/money/payment-provider/payment-provider"
import { formatDate } from "~/utils/date-text"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"

export const holdChargeFormId = "hold-charge"

export type ChargeRow = {
  id: string
  state: AutoChargeState
  amountMinor: number
  nextTryOn: string
  failures: number
  holdReason: string | null
  invoiceId: string
  number: string | null
  familyId: string
  familyName: string
  familyChildren: string | null
  account: string | null
  provider: ProviderName
  declineReason: DeclineReason | null
}

type ChargeTableProps = {
  charges: ChargeRow[]
  currency: string
  /** The charge whose hold is being written. */
  holding: string | null
  result?: SubmissionResult
}

/** The automatic charges that are announced, held, under way or given up. */
export function ChargeTable({ charges, currency, holding, result }: ChargeTableProps) {
  return (
    <DataTable
      caption="Automatic charges, the next one first"
      middle
      rows={charges}
      rowKey={({ id }) => id}
      columns={[
        {
          label: "Invoice",
          cell: ({ invoiceId, number }) => <Link to={paths.invoice(invoiceId)}>{number}</Link>,
        },
        {
          label: "Family",
          cell: ({ familyId, ...family }) => (
            <Link to={paths.family(familyId)}>
              <FamilyTitle {...family} />
            </Link>
          ),
        },
        { label: "Charge date", cell: ({ nextTryOn }) => formatDate(nextTryOn, "medium") },
        { label: "Status", cell: (charge) => statusOf(charge) },
        {
          label: "Amount",
          numeric: true,
          beside: true,
          cell: ({ amountMinor }) => formatMoney(amountMinor, currency),
        },
        {
          label: "Hold",
          cell: ({ id, state, number }) =>
            state === "held" ? (
              <ActButton
                label="Release"
                sends={{ charge: id }}
                intent="release"
                pending="Releasing…"
                variant="plain"
                about={`the charge of ${number}`}
              />
            ) : state !== "announced" ? null : holding === id ? (
              <HoldForm chargeId={id} result={result} />
            ) : (
              <Link to={paths.automaticPayments({ hold: id })} aria-label={`Hold the charge of ${number}`}>
                Hold
              </Link>
            ),
        },
      ]}
    />
  )
}

const statusOf = ({ state, failures, holdReason, declineReason, provider }: ChargeRow): string => {
  const why = declineReason ? `: ${declineText(declineReason, provider)}` : ""
  if (state === "held") return `On hold: ${holdReason ?? ""}`
  if (state === "announced" && failures > 0) return `Declined, try ${failures + 1} of 3${why}`
  return state === "failed" ? `${chargeStateLabels[state]}${why}` : chargeStateLabels[state]
}

function HoldForm({ chargeId, result }: { chargeId: string; result?: SubmissionResult }) {
  const [form, fields] = useForm<{ reason: string }>({ id: holdChargeFormId, lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <input type="hidden" name="charge" value={chargeId} />
      <Field meta={fields.reason} label="Reason" maxLength={200} />
      <p className="buttons">
        <SubmitButton intent="hold" variant="secondary" pending="Holding…">
          Hold charge
        </SubmitButton>
        <Link to={paths.automaticPayments()}>Cancel</Link>
      </p>
    </PostForm>
  )
}
