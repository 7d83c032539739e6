import { randomUUID } from "node:crypto"
import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { DateField, Field, SegmentedField } from "~/components/form/field"
import { ActButton, AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { DataTable, Pagination } from "~/components/ui/data-table"
import { FieldProblem } from "~/components/ui/field-problem"
import { PageHead } from "~/components/ui/page-head"
import { requireStaff } from "~/http/guards.server"
import { act, idIn, intent, intents, titled } from "~/http/intents.server"
import { paged, readPage } from "~/http/page-number"
import { planCatalogue, planKeys } from "~/models/accounts/plan/plan-catalogue"
import {
  couponsPerPage,
  endCoupon,
  listCoupons,
  makeCoupon,
} from "~/models/platform/coupon/coupon-desk.server"
import { CouponForm } from "~/models/platform/coupon/coupon-form"
import { now } from "~/utils/clock.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { paths } from "~/utils/paths"
import { platformProvider } from "~/utils/payment-providers"
import { localDate } from "~/utils/zones"

/** The codes that schools can enter when they choose a plan. */
export async function loader({ request }: LoaderFunctionArgs) {
  const staff = await requireStaff(request, "subscription:read")
  const page = readPage(request)
  const { rows, total } = listCoupons(staff, page)
  return {
    formKey: randomUUID(),
    pages: paged(request, total, couponsPerPage),
    rows: rows.map((coupon) => ({
      id: coupon.id,
      code: coupon.code,
      by: coupon.by ?? "Former staff",
      off: `${coupon.percentOff === null ? formatMoney(coupon.amountOffMinor ?? 0, "USD") : `${coupon.percentOff}%`} off ${
        coupon.months === null ? "the first payment" : countOf(coupon.months, "monthly payment")
      }`,
      plans:
        coupon.plans.length === 0
          ? "Every plan"
          : coupon.plans.map((key) => planCatalogue[key].name).join(", "),
      uses: coupon.mostUses === null ? String(coupon.uses) : `${coupon.uses} of ${coupon.mostUses}`,
      until: coupon.validUntil === null ? "–" : formatDate(localDate(coupon.validUntil, "UTC"), "medium"),
      isStopped: coupon.endedAt !== null,
      isExpired: coupon.validUntil !== null && coupon.validUntil <= now(),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const staff = await requireStaff(request, "subscription:act")
  return intents(request, paths.coupons(), {
    end: act({
      run: (form) => endCoupon(staff, idIn(form, "couponId")),
      refusals: titled("Nothing was changed", { "not-found": "It was stopped already." }),
      saved: "Coupon stopped.",
    }),
    else: intent({
      schema: CouponForm,
      run: (coupon) => makeCoupon(staff, coupon),
      field: { taken: "code", "past-date": "validUntil" },
      refusals: {
        taken: "This code exists already. Choose another.",
        "past-date": "Enter today or a later day.",
      },
      saved: ({ code }) => `Coupon ${code} created.`,
    }),
  })
}

export const meta: MetaFunction = () => [{ title: "Coupons · Tutti" }]

type Row = ReturnType<typeof useLoaderData<typeof loader>>["rows"][number]

export default function Coupons() {
  const { formKey, rows, pages } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer && "result" in answer ? answer.result : undefined
  return (
    <div className="stack">
      <AnswerSummary formId={couponFormId} result={result} />
      <PageHead title="Coupons" expression="codes that lower a school’s first payments" />
      <p>{`A school enters the code when it chooses a plan or moves to a larger one. ${platformProvider} charges the lower price first, and the plan’s own price afterward.`}</p>
      <div className="two-columns">
        <section className="section" aria-labelledby="made">
          <h2 id="made">Coupons</h2>
          <DataTable
            caption="Coupons, newest first"
            rows={rows}
            empty="No coupons yet. Create the first one."
            columns={[
              { label: "Code", cell: ({ code }) => <span className="long-text">{code}</span> },
              { label: "Takes off", cell: ({ off }) => off },
              { label: "Plans", cell: ({ plans }) => plans },
              { label: "Last day", cell: ({ until }) => until },
              { label: "Uses", numeric: true, cell: ({ uses }) => uses },
              { label: "Made by", cell: ({ by }) => by },
              { label: "State", cell: State },
            ]}
          />
          <Pagination {...pages} />
        </section>
        <MakeCoupon key={formKey} result={result} formKey={formKey} />
      </div>
    </div>
  )
}

const State = ({ id, code, isStopped, isExpired }: Row) =>
  isStopped ? (
    "Stopped"
  ) : isExpired ? (
    "Expired"
  ) : (
    <ActButton
      label="Stop"
      sends={{ couponId: id }}
      intent="end"
      pending="Stopping…"
      variant="plain"
      about={code}
    />
  )

const couponFormId = "coupon"

/** The fields as they are typed; the schema turns them into what is stored. */
type Typed = {
  key: string
  code: string
  kindOff: string
  off: string
  months: string
  plans: string[]
  validUntil: string
  mostUses: string
}

type MakeCouponProps = {
  result: SubmissionResult | undefined
  /** makes a second press make nothing more */
  formKey: string
}

/** A new coupon: what it takes off, off how many payments, and who may use it. */
function MakeCoupon({ result, formKey }: MakeCouponProps) {
  const [form, fields] = useForm<Typed>({
    id: couponFormId,
    lastResult: result,
    defaultValue: { key: formKey, kindOff: "percent" },
  })
  const typed = result?.initialValue?.plans
  const chosen = Array.isArray(typed) ? typed : [typed]
  return (
    <section className="section" aria-labelledby="make">
      <h2 id="make">New coupon</h2>
      <PostForm
        className="form"
        {...getFormProps(form)}
        sends={{ key: String(fields.key.initialValue ?? formKey) }}
      >
        <Field
          meta={fields.code}
          label="Code"
          hint="Letters, digits and hyphens, such as SPRING-26."
          maxLength={24}
          autoComplete="off"
          spellCheck={false}
        />
        <SegmentedField
          meta={fields.kindOff}
          label="Takes off"
          choices={[
            { value: "percent", label: "Percent" },
            { value: "amount", label: "US dollars" },
          ]}
        />
        <Field meta={fields.off} label="How much" inputMode="decimal" maxLength={12} />
        <Field
          meta={fields.months}
          label="Months"
          hint="Works with monthly billing. Leave blank for the first payment only, monthly or yearly."
          inputMode="numeric"
          maxLength={2}
          optional
        />
        <fieldset id={fields.plans.id} tabIndex={-1} className="field">
          <legend>Plans</legend>
          <div className="hint" id="coupon-plans-hint">
            Leave all unchecked for every plan.
          </div>
          <FieldProblem id={fields.plans.errorId} message={fields.plans.errors?.join(" ")} />
          {planKeys.map((key) => (
            <label className="checkbox" key={key}>
              <input
                type="checkbox"
                name="plans"
                value={key}
                defaultChecked={chosen.includes(key)}
                aria-describedby="coupon-plans-hint"
              />
              {planCatalogue[key].name}
            </label>
          ))}
        </fieldset>
        <DateField meta={fields.validUntil} label="Last day" optional />
        <Field
          meta={fields.mostUses}
          label="Most uses"
          hint="How many schools can use it. Leave blank for any number."
          inputMode="numeric"
          maxLength={6}
          optional
        />
        <SubmitRow label="Create coupon" intent="make" pending="Saving…" />
      </PostForm>
    </section>
  )
}
