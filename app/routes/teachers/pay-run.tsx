import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ActButton, AnswerSummary, PostForm, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { TasksUnderWay } from "~/components/foundation/task/tasks-under-way"
import { PayRhythmForm as RhythmForm, rhythmFormId } from "~/components/money/pay/pay-rhythm-form"
import { PayState } from "~/components/money/pay/pay-state"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { Link, LinkButton } from "~/components/ui/button"
import { DataTable, EmptyState } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { LedgerList } from "~/components/ui/ledger-list"
import { PageHead } from "~/components/ui/page-head"
import { chosenPeriod } from "~/http/chosen-period"
import { requireMember } from "~/http/guards.server"
import { intents } from "~/http/intents.server"
import { asTyped, invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, type Toast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { listTasksUnderWay } from "~/models/foundation/task/task.server"
import { periodText } from "~/models/money/invoice/invoice-paper"
import { approveChosen, type LockedPay, lockPeriod } from "~/models/money/pay/approve-pay.server"
import { countWaitingWork } from "~/models/money/pay/entered-work.server"
import { ApprovePayForm, LockKey, PayRhythmForm, ReviewedPay } from "~/models/money/pay/pay-forms"
import { type PayPeriod, periodOn, periodsAround } from "~/models/money/pay/pay-period"
import { changePayRhythm } from "~/models/money/pay/pay-rates.server"
import { findPayRhythm } from "~/models/money/pay/pay-reads.server"
import { payProblem, type UnpaidWork as Unpaid } from "~/models/money/pay/pay-run"
import { listTeacherPay } from "~/models/money/pay/payslips.server"
import { listUnpaidWork } from "~/models/money/pay/unpaid-work.server"
import { approvePayRefusals } from "~/texts/money/refusals"
import { todayOf } from "~/utils/clock.server"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { newId } from "~/utils/ids.server"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const rhythm = findPayRhythm(actor)
  const day = todayOf(actor)
  const period = chosenPeriod(request, rhythm, day)
  return {
    period,
    rhythm,
    heading: periodText(period.from, period.to),
    isOver: period.to < day,
    present: periodOn(rhythm, day).from,
    ...periodsAround(rhythm, period),
    teachers: await listTeacherPay(actor, period),
    unpaid: listUnpaidWork(actor, period),
    waitingWork: countWaitingWork(actor),
    underWay: listTasksUnderWay(actor, ["approve-pay", "lock-pay"]),
    lockKey: newId(),
    currency: actor.school.currency,
    mayWrite: may(actor, "teacher:write"),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const form = await request.formData()
  const { pathname, search } = new URL(request.url)
  return intents(form, paths.pay(), {
    "pay-period": () => savePeriod(actor, form),
    "lock-pay": () => {
      const period = chosenPeriod(request, findPayRhythm(actor), todayOf(actor))
      const locking = lockPeriod(actor, period, LockKey.parse(form.get("key")))
      if (locking.taskId !== null) return redirect(paths.task(locking.taskId), 303)
      return redirectWithToast(`${pathname}${search}`, lockedText(locking))
    },
    edit: () => {
      const submission = readForm(form, { schema: ApprovePayForm })
      if (submission.status !== "success") return refuse(submission)
      return data({ result: asTyped(submission), check: null })
    },
    "approve-pay": () => approve(actor, form, ReviewedPay.safeParse(form.get("reviewed")).data),
    else: () => approve(actor, form),
  })
}

function savePeriod(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: PayRhythmForm })
  if (submission.status !== "success") return refuse(submission)
  changePayRhythm(actor, submission.value)
  return redirectWithToast(paths.pay(), "Pay period saved.")
}

/** Approves what was reviewed, in minor units; shows it before. */
async function approve(actor: Actor, form: FormData, reviewedMinor?: number) {
  const submission = readForm(form, { schema: ApprovePayForm })
  if (submission.status !== "success") return refuse(submission)
  const { teacher, key, ...period } = submission.value
  if (reviewedMinor === undefined) return check(actor, submission, period, teacher)
  const choice = { teacherIds: teacher, reviewedMinor, formKey: key }
  const approved = await approveChosen(actor, period, choice)
  if (!approved.ok) return refuse(submission, { form: approvePayRefusals[approved.reason] })
  if (approved.taskId !== null) return redirect(paths.task(approved.taskId), 303)
  return redirectWithToast(
    paths.pay({ period: period.from }),
    `Pay approved for ${countOf(approved.approved, "teacher")}: ${formatMoney(approved.totalMinor, actor.school.currency)}.`,
  )
}

/** Shows what approving would put on payslips, for those of the chosen teachers that can be approved. */
async function check(actor: Actor, submission: Refusable, period: PayPeriod, ids: readonly string[]) {
  const isOver = period.to < todayOf(actor)
  const teachers = (await listTeacherPay(actor, period))
    .filter((each) => ids.includes(each.teacherId) && payProblem(each, isOver) === null)
    .map(({ teacherId, name, totalMinor }) => ({ teacherId, name, totalMinor }))
  if (teachers.length === 0)
    return refuse(submission, { teacher: "None of these teachers’ pay can be approved. Choose others." })
  const totalMinor = teachers.reduce((sum, each) => sum + each.totalMinor, 0)
  const facts: PayCheckFacts = { period, teachers, totalMinor, reviewKey: newId() }
  return data({ result: null, check: facts })
}

type Refusable = Parameters<typeof invalid>[0]

const refuse = (submission: Refusable, refusal?: Record<string, string>) =>
  data({ result: invalid(submission, refusal).data.result, check: null }, { status: 400 })

/** How many got their payslip, and who needs it handed over. */
const lockedText = ({ locked, mailed, unmailed }: LockedPay): Toast => ({
  tone: unmailed.length > 0 ? "bad" : "good",
  title: `${countOf(locked, "payslip")} locked. ${countOf(mailed, "teacher")} emailed.`,
  ...(unmailed.length > 0
    ? { text: `${joinNames(unmailed)} can’t be emailed: open the lines for the payslip PDF.` }
    : {}),
})

export const meta: MetaFunction = () => [{ title: "Teacher pay · Tutti" }]

export default function PayRun() {
  const page = useLoaderData<typeof loader>()
  const { period, heading, teachers, currency, isOver } = page
  const answer = useActionData<typeof action>()
  const result = answer?.result ?? undefined
  const isRhythm = result?.initialValue?.intent === "pay-period"
  const approved = teachers.filter(({ state }) => state === "approved")
  const to = (day: string) => paths.pay({ period: day === page.present ? undefined : day })
  return (
    <>
      <PageHead
        title="Teacher pay"
        over={heading}
        back={{ to: paths.teachers(), label: "Teachers" }}
        actions={
          <>
            {page.mayWrite ? <LinkButton to={paths.payRates()}>Change pay rates</LinkButton> : null}{" "}
            <LinkButton to={paths.extraWork()}>
              {page.waitingWork > 0
                ? `Answer ${countOf(page.waitingWork, "entry", "entries")} of extra work`
                : "Extra work"}
            </LinkButton>
          </>
        }
      />
      <AnswerSummary formId={isRhythm ? rhythmFormId : payFormId} result={result} />
      {answer?.check ? (
        <PayCheck {...answer.check} currency={currency} />
      ) : (
        <>
          <TasksUnderWay tasks={page.underWay} />
          <PeriodLinks
            unit="period"
            previous={to(page.before)}
            today={to(page.present)}
            next={to(page.after)}
          />
          {teachers.length > 0 ? (
            <PayChoice
              {...{ period, teachers, isOver, currency }}
              key={period.from}
              result={isRhythm ? undefined : result}
            />
          ) : (
            <EmptyState action={<Link to={paths.newTeacher()}>New teacher</Link>}>
              No teachers yet. Add one to calculate pay.
            </EmptyState>
          )}
          {approved.length > 0 ? (
            <section className="section" aria-labelledby="lock">
              <h2 id="lock">Lock approved pay</h2>
              <p>
                Locking sends each teacher their payslip and can’t be undone. Later changes of attendance
                become corrections in the next period.
              </p>
              <ActButton
                needs="invoice:issue"
                intent="lock-pay"
                sends={{ key: page.lockKey }}
                pending="Locking…"
              >
                Lock and email {countOf(approved.length, "payslip")}
              </ActButton>
            </section>
          ) : null}
          <UnpaidWork work={page.unpaid} currency={currency} />
          <p className="no-print">
            <a href={paths.payFile({ period: period.from })} download>
              Download CSV
            </a>
          </p>
          <section className="section narrow no-print" aria-labelledby="rhythm">
            <h2 id="rhythm">Pay period</h2>
            <RhythmForm rhythm={page.rhythm} result={isRhythm ? result : undefined} />
          </section>
        </>
      )}
    </>
  )
}

/** What approving would put on payslips right now. */
type PayCheckFacts = {
  period: PayPeriod
  teachers: { teacherId: string; name: string; totalMinor: number }[]
  totalMinor: number
  /** Names this review: sent twice, it approves once. */
  reviewKey: string
}

/** Confirms the pay of the teachers that were ticked, with each sum, before it is approved. */
function PayCheck({
  period,
  teachers,
  totalMinor,
  reviewKey,
  currency,
}: PayCheckFacts & { currency: string }) {
  const sum = formatMoney(totalMinor, currency)
  const who = countOf(teachers.length, "teacher")
  return (
    <PostForm className="stack" id="pay-check" aria-labelledby="pay-check-title">
      <h2 id="pay-check-title">
        Approve {sum} for {who}?
      </h2>
      <p>
        Pay for {periodText(period.from, period.to)}. Teachers see approved pay. You can reopen it until you
        lock it.
      </p>
      <input type="hidden" name="from" value={period.from} />
      <input type="hidden" name="to" value={period.to} />
      <input type="hidden" name="reviewed" value={totalMinor} />
      <input type="hidden" name="key" value={reviewKey} />
      {teachers.map(({ teacherId }) => (
        <input key={teacherId} type="hidden" name="teacher[]" value={teacherId} />
      ))}
      <LedgerList
        rows={teachers.map((each) => ({ label: each.name, amount: formatMoney(each.totalMinor, currency) }))}
        total={{ label: who, amount: sum }}
      />
      <p className="buttons">
        <SubmitButton intent="approve-pay" isMain pending="Approving…">
          Approve {who}
        </SubmitButton>
        <SubmitButton intent="edit" variant="secondary" pending="Going back…" label="Back to the list" />
      </p>
    </PostForm>
  )
}

const payFormId = "pay"

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>

type PayChoiceProps = Pick<Loaded, "period" | "teachers" | "isOver" | "currency"> & {
  result?: SubmissionResult
}

/** Every teacher's pay for a period, with those to approve ticked. */
function PayChoice({ period, teachers, isOver, currency, result }: PayChoiceProps) {
  const [form] = useForm({ id: payFormId, lastResult: result })
  const typed = result?.initialValue
  const selected = typed ? [typed.teacher ?? []].flat().map(String) : undefined
  const problem = result?.error?.teacher?.join(" ")
  const possible = teachers.filter((each) => payProblem(each, isOver) === null)
  return (
    <PostForm className="stack" {...getFormProps(form)} sends={{ from: period.from, to: period.to }}>
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
        <SubmitRow label="Review and approve" intent="review-pay" isMain pending="Calculating…" />
      ) : null}
    </PostForm>
  )
}

type UnpaidWorkProps = { work: Unpaid; currency: string }

/** What teachers paid for the school before this period and no payslip has, each with the way to the period that pays it back. */
function UnpaidWork({ work: { named, others }, currency }: UnpaidWorkProps) {
  if (named.length === 0) return null
  return (
    <section className="section" aria-labelledby="unpaid">
      <h2 id="unpaid">Not paid yet</h2>
      <p>
        Extra work and expenses from earlier periods whose pay isn’t approved. Open the period to pay them.
      </p>
      <LedgerList
        rows={named.map(({ teacherName, description, workedOn, amountMinor }) => ({
          label: (
            <Link to={paths.pay({ period: workedOn })}>
              {teacherName}, {formatDate(workedOn, "medium")}: {description}
            </Link>
          ),
          amount: formatMoney(amountMinor, currency),
        }))}
      />
      {others > 0 ? <p className="dim">and {formatNumber(others)} more</p> : null}
    </section>
  )
}
