import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { DataTable } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { LedgerList } from "~/components/ui/ledger-list"
import { Link } from "~/components/ui/link"
import type { PayPeriod } from "~/models/money/pay/pay-period"
import { payProblem, type TeacherPay } from "~/models/money/pay/pay-run"
import { countOf } from "~/utils/count-of"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { PayState } from "./pay-state"

export const payFormId = "pay"

type PayChoiceProps = {
  period: PayPeriod
  teachers: readonly TeacherPay[]
  /** Whether the period has ended, so that it can be approved. */
  isOver: boolean
  currency: string
  result?: SubmissionResult
}

/** Every teacher's pay for a period, with those to approve ticked. */
export function PayChoice({ period, teachers, isOver, currency, result }: PayChoiceProps) {
  const [form] = useForm({ id: payFormId, lastResult: result })
  const typed = result?.initialValue
  const selected = typed ? [typed.teacher ?? []].flat().map(String) : undefined
  const problem = result?.error?.teacher?.join(" ")
  const possible = teachers.filter((each) => payProblem(each, isOver) === null)
  return (
    <PostForm className="stack" {...getFormProps(form)}>
      <input type="hidden" name="from" value={period.from} />
      <input type="hidden" name="to" value={period.to} />
      <fieldset
        id="pay-teacher"
        tabIndex={-1}
        className={problem ? "field invalid" : undefined}
        aria-describedby={problem ? "pay-teacher-error" : undefined}
      >
        <legend className="visually-hidden">Teachers to pay</legend>
        <FieldProblem id="pay-teacher-error" message={problem} />
        <DataTable
          caption="Teachers"
          middle
          terse
          rows={teachers}
          rowKey={({ teacherId }) => teacherId}
          columns={[
            {
              label: "Teacher",
              cell: (each) =>
                possible.length === 0 ? (
                  each.name
                ) : (
                  <label className="checkbox">
                    <input
                      type="checkbox"
                      name="teacher[]"
                      value={each.teacherId}
                      disabled={payProblem(each, isOver) !== null}
                      defaultChecked={
                        payProblem(each, isOver) === null && (selected?.includes(each.teacherId) ?? true)
                      }
                    />
                    <span>{each.name}</span>
                  </label>
                ),
            },
            {
              label: "Status",
              cell: (each) =>
                each.state === "open" ? (
                  (payProblem(each, isOver) ?? "Ready")
                ) : (
                  <PayState state={each.state} />
                ),
            },
            {
              label: "Lines",
              numeric: true,
              cell: ({ teacherId, lessons, others }) => (
                <Link to={paths.teacherPay(teacherId, { period: period.from })}>
                  {countOf(lessons + others, "line")}
                </Link>
              ),
            },
            {
              label: "Pay",
              numeric: true,
              beside: true,
              cell: ({ totalMinor }) => formatMoney(totalMinor, currency),
            },
          ]}
        />
      </fieldset>
      <LedgerList
        rows={[]}
        total={{
          label: countOf(teachers.length, "teacher"),
          amount: formatMoney(
            teachers.reduce((sum, { totalMinor }) => sum + totalMinor, 0),
            currency,
          ),
        }}
      />
      {possible.length > 0 ? (
        <p>
          <SubmitButton intent="review-pay" isMain pending="Calculating…">
            Review and approve
          </SubmitButton>
        </p>
      ) : null}
    </PostForm>
  )
}
