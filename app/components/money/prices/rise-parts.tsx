import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { SelectField } from "~/components/form/choice-fields"
import { EnterButton } from "~/components/form/enter-button"
import { DateField, Field } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { priceText } from "~/components/teaching/class/class-labels"
import { Button } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { rateText } from "~/models/accounts/tax/tax"
import type { NameOffer } from "~/models/foundation/name-choice/name-offer"
import { kindLabels } from "~/models/teaching/class/class-query"
import type { PlannedRise, PriceRise } from "~/models/teaching/price/price-rise"
import { roundings } from "~/models/teaching/price/price-rise"
import { countOf } from "~/utils/count-of"
import { formatDate } from "~/utils/date-text"
import { formatNumber } from "~/utils/formats"
import { joinNames } from "~/utils/join-names"
import { formatMoney, plainAmount } from "~/utils/money"

type RiseFormProps = {
  today: string
  currency: string
  instruments: string[]
  /** none for a solo teacher */
  teachers: NameOffer | null
  plan: PlannedRise | null
  result?: SubmissionResult
}

/** Which prices are raised by how much, with a preview before anything changes. */
export function RiseFields({ today, currency, instruments, teachers, plan, result }: RiseFormProps) {
  const [form, fields] = useForm<
    Record<"by" | "fromDate" | "roundTo" | "kind" | "instrument" | "teacher", string>
  >({ id: "rise", lastResult: result, defaultValue: { fromDate: today, roundTo: "1" } })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      {teachers?.isSearched ? (
        <EnterButton intent="preview" formNoValidate>
          Preview changes
        </EnterButton>
      ) : null}
      <div className="columns">
        <Field
          meta={fields.by}
          label={`Percent, or amount in ${currency}`}
          hint={`5% or ${plainAmount(200)} more`}
          maxLength={20}
        />
        <DateField meta={fields.fromDate} label="From" />
        <SelectField
          meta={fields.roundTo}
          label="Round to"
          choices={roundings.map((step) => ({
            value: String(step),
            label: step === 1 ? "The cent" : formatMoney(step, currency),
          }))}
        />
        <SelectField
          meta={fields.kind}
          label="Kind"
          optional
          prompt="All"
          choices={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          meta={fields.instrument}
          label="Instrument"
          optional
          prompt="All"
          choices={instruments.map((name) => ({ value: name, label: name }))}
        />
        {teachers ? (
          <NameChoiceField
            meta={fields.teacher}
            label="Teacher"
            sought="a teacher"
            optional
            prompt="All"
            offer={teachers}
          />
        ) : null}
      </div>
      {plan ? <Plan plan={plan} currency={currency} /> : null}
      {plan ? <input type="hidden" name="seen" value={plan.sign} /> : null}
      <p className="buttons">
        <SubmitButton intent="preview" isMain variant={plan ? "secondary" : "primary"} pending="Checking…">
          Preview changes
        </SubmitButton>
        {plan && plan.changes.length > 0 ? (
          <SubmitButton intent="raise" pending="Changing…">
            Change {countOf(plan.changes.length, "price")}
          </SubmitButton>
        ) : null}
      </p>
    </PostForm>
  )
}

const shownAtMost = 200

function Plan({ plan: { changes, later }, currency }: { plan: PlannedRise; currency: string }) {
  const keeping = changes.reduce((sum, each) => sum + each.keeping.length, 0)
  const paying = changes.reduce((sum, each) => sum + each.paying.length, 0)
  return (
    <Callout>
      <p role="status">
        <b>{countOf(changes.length, "class changes", "classes change")}</b> for {countOf(paying, "student")}.{" "}
        {countOf(keeping, "student keeps", "students keep")} a custom price.
        {later > 0
          ? ` ${countOf(later, "class", "classes")} with a later price ${later === 1 ? "stays" : "stay"}.`
          : ""}
        {changes.length === 0 ? " To find more, choose another kind, instrument or teacher." : ""}
      </p>
      <ul>
        {changes
          .slice(0, shownAtMost)
          .map(({ classId, className, billing, beforeMinor, amountMinor, ...who }) => (
            <li key={classId}>
              {className}: {formatMoney(beforeMinor, currency)} to{" "}
              {priceText({ billing, amountMinor }, currency)}
              {who.paying.length > 0 ? ` for ${joinNames(who.paying)}` : ""}
              {who.keeping.length > 0
                ? `; ${joinNames(who.keeping)} ${who.keeping.length === 1 ? "keeps" : "keep"} a custom price`
                : ""}
            </li>
          ))}
      </ul>
      {changes.length > shownAtMost ? (
        <p>And {countOf(changes.length - shownAtMost, "more class", "more classes")}.</p>
      ) : null}
    </Callout>
  )
}

/** "Piano group; Piano lab; 4 more": a class may have a comma in its name. */
const namedClasses = (names: string[], count: number): string =>
  [...names, ...(count > names.length ? [`${formatNumber(count - names.length)} more`] : [])].join("; ")

/** The changes made, each with one undo. */
export function Rises({ rises, currency }: { rises: PriceRise[]; currency: string }) {
  if (rises.length === 0) return null
  return (
    <section className="section" aria-labelledby="rises-title">
      <h2 id="rises-title">Changes made</h2>
      <ul className="rows">
        {rises.map(({ id, fromDate, rate, amountMinor, classCount, classNames, isUndone }) => (
          <li key={id}>
            <span>
              <b>{rate === null ? formatMoney(amountMinor ?? 0, currency) : rateText(rate)} more</b> from{" "}
              {formatDate(fromDate, "medium")}, {countOf(classCount, "class", "classes")}
              {classNames.length > 0 ? (
                <span className="dim">: {namedClasses(classNames, classCount)}</span>
              ) : null}
            </span>{" "}
            {isUndone ? (
              <span className="dim">Undone</span>
            ) : (
              <PostForm>
                <input type="hidden" name="rise" value={id} />
                <Button type="submit" name="intent" value="undo">
                  Undo
                  <span className="visually-hidden"> the change from {formatDate(fromDate, "medium")}</span>
                </Button>
              </PostForm>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
