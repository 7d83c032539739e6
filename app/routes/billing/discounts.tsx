import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field, SegmentedField, SelectField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, RowButton, SubmitButton, SubmitRow } from "~/components/form/post-form"
import { framed } from "~/components/shell/frame"
import { Link, LinkButton } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { act, idIn, intents } from "~/http/intents.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import {
  asksForNames,
  type NameOffer,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { applyDiscount, previewDiscount, undoDiscount } from "~/models/money/charge/apply-discount.server"
import {
  type DiscountRule,
  kindLabels,
  ruleText,
  stackingRule,
  targetLabels,
} from "~/models/money/discount/discount"
import { ApplyDiscountForm, DiscountForm } from "~/models/money/discount/discount-form"
import {
  addDiscountRule,
  endDiscountRule,
  listDiscountRules,
  listEveryDiscountRule,
  moveDiscountUp,
  restoreDiscountRule,
} from "~/models/money/discount/discount-rules.server"
import { offerFamilyNames } from "~/models/people/family/family-choices.server"
import { countOf, formatDate } from "~/utils/formats"
import { formatMoney, plainAmount } from "~/utils/money"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const rules = listDiscountRules(actor)
  const asked = new URL(request.url).searchParams.get("apply")
  const applied = rules.find(({ id }) => id === asked)
  return {
    rules,
    ended: listEveryDiscountRule(actor).flatMap(({ rule, endedAt }) =>
      endedAt === null
        ? []
        : [{ ...rule, endedOn: formatDate(localDate(endedAt, actor.school.timeZone), "medium") }],
    ),
    apply: applied ? { rule: applied, ...previewDiscount(actor, applied.id) } : null,
    families: offerFamilyNames(actor, nothingSought),
    source: may(actor, "invoice:issue") ? paths.familyNames() : undefined,
    currency: actor.school.currency,
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const addDiscount = (form: FormData) => {
    const submission = readForm(form, { schema: DiscountForm })
    const families = offerFamilyNames(actor, readNameWish(form, "family"))
    if (asksForNames(form)) return answerSearch(form, submission, { families })
    const refuse = (refusal?: Record<string, string>) =>
      data({ ...invalid(submission, refusal).data, families }, { status: 400 })
    if (submission.status !== "success") return refuse()
    const added = addDiscountRule(actor, submission.value)
    if (!added.ok)
      return added.reason === "twin"
        ? refuse({ name: "You have this discount already. Change its name or terms to add another." })
        : refuse({ family: "Choose a family of your school." })
    const { ruleId } = added
    const reached = previewDiscount(actor, ruleId).charges
    return redirectWithToast(
      reached > 0 ? `${paths.discounts({ apply: ruleId })}#apply` : paths.discounts(),
      reached > 0
        ? `${submission.value.name} added. Choose whether it also applies to charges not invoiced yet.`
        : `${submission.value.name} added. It applies to new charges.`,
    )
  }
  return intents(request, paths.discounts(), {
    find: addDiscount,
    "add-discount": addDiscount,
    "end-discount": act({
      run: (form) => endDiscountRule(actor, idIn(form, "rule")),
      saved: ({ name }, form) => ({
        title: `${name} ended. Charges already made keep it.`,
        undo: { to: paths.discounts(), fields: { intent: "restore-discount", rule: idIn(form, "rule") } },
      }),
    }),
    "restore-discount": act({
      run: (form) => restoreDiscountRule(actor, idIn(form, "rule")),
      refusals: { twin: { title: "Not restored.", text: "You have the same discount already." } },
      saved: ({ name }) => `${name} applies to new charges again.`,
    }),
    "apply-discount": (form) => {
      const submission = readForm(form, { schema: ApplyDiscountForm })
      if (submission.status !== "success") throw notFound()
      const { rule, ...seen } = submission.value
      const applied = applyDiscount(actor, rule, seen)
      if (!applied.ok && applied.reason === "not-found") throw notFound()
      if (!applied.ok)
        return redirectWithToast(`${paths.discounts({ apply: rule })}#apply`, {
          tone: "bad",
          title: "The charges have changed. Check them again.",
        })
      return redirectWithUndo(
        paths.discounts(),
        `${applied.name} applied to ${countOf(applied.charges, "charge")} not invoiced yet.`,
        { to: paths.discounts(), fields: { intent: "undo-apply-discount", rule, at: String(applied.at) } },
      )
    },
    "undo-apply-discount": act({
      run: (form) => undoDiscount(actor, idIn(form, "rule"), Number(form.get("at"))),
      refusals: {
        "nothing-left": { title: "Not undone.", text: "The charges were changed or invoiced." },
      },
      saved: ({ name, charges }) => `${name} taken off ${countOf(charges, "charge")} again.`,
    }),
    "move-discount": act({
      run: (form) => moveDiscountUp(actor, idIn(form, "rule")),
      saved: ({ name }) => `${name} moved up.`,
    }),
  })
}

export const { handle, meta } = framed({
  tab: "discounts",
  title: "Discounts",
  head: () => ({ expression: "taken off automatically" }),
})

export default function Discounts() {
  const { rules, ended, apply, families, source, currency } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  return (
    <>
      <AnswerSummary formId="add-discount-form" result={result} />
      {apply ? <ApplyDiscount apply={apply} /> : null}
      {rules.length > 0 || ended.length === 0 ? (
        <DiscountRules rules={rules} currency={currency} />
      ) : (
        <EmptyState>No discounts apply now. Add one, or restore one that ended.</EmptyState>
      )}
      <EndedRules ended={ended} currency={currency} />
      <NewDiscount
        key={rules.length}
        families={answer?.families ?? families}
        source={source}
        currency={currency}
        result={result}
      />
    </>
  )
}

/** The rules in the order they apply. */
function DiscountRules({ rules, currency }: { rules: readonly DiscountRule[]; currency: string }) {
  if (rules.length === 0)
    return <EmptyState>No discounts yet. Add one for siblings, several classes or one family.</EmptyState>
  return (
    <section className="section" aria-labelledby="discounts-title">
      <h2 id="discounts-title">Your discounts</h2>
      <p className="dim">{stackingRule}</p>
      <ol className="rows">
        {rules.map((rule, index) => (
          <li key={rule.id} className="flex-wrap">
            <span className="flex-1">
              <b>{rule.name}</b>
              <br />
              <span className="small dim">{ruleText(rule, currency)}</span>
            </span>{" "}
            <Link to={`${paths.discounts({ apply: rule.id })}#apply`}>
              Apply to charges<span className="visually-hidden"> {rule.name}</span>
            </Link>
            {index > 0 ? (
              <RowButton sends={{ rule: rule.id }} intent="move-discount" label="Move up" of={rule.name} />
            ) : null}
            <RowButton sends={{ rule: rule.id }} intent="end-discount" label="End" of={rule.name} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Those that ended: charges made before keep them. */
function EndedRules({
  ended,
  currency,
}: {
  ended: readonly (DiscountRule & { endedOn: string })[]
  currency: string
}) {
  if (ended.length === 0) return null
  return (
    <section className="section" aria-labelledby="ended-title">
      <h2 id="ended-title">Ended discounts</h2>
      <p className="dim">Charges from before a discount ended keep it.</p>
      <ul className="rows">
        {ended.map((rule) => (
          <li key={rule.id} className="flex-wrap">
            <span className="flex-1">
              <b>{rule.name}</b>
              <br />
              <span className="small dim">
                {ruleText(rule, currency)}, ended {rule.endedOn}
              </span>
            </span>{" "}
            <RowButton sends={{ rule: rule.id }} intent="restore-discount" label="Restore" of={rule.name} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Asks whether a discount also holds for what was charged and isn't invoiced yet, with what that changes. */
function ApplyDiscount({
  apply,
}: {
  apply: NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["apply"]>
}) {
  const { rule, charges, beforeMinor, afterMinor, left, more } = apply
  const { currency } = useLoaderData<typeof loader>()
  const kept =
    left > 0
      ? ` ${countOf(left, "charge")} won’t change: nothing would be left, a last day or leave shortened the month, or you set the amount.`
      : ""
  return (
    <section className="section" aria-labelledby="apply" tabIndex={-1}>
      <h2 id="apply">{rule.name}: charges not invoiced yet</h2>
      {charges === 0 ? (
        <p>It has been applied, or no charge it’s for is waiting for an invoice.{kept}</p>
      ) : (
        <>
          <p>
            {`${countOf(charges, "charge")} of ${formatMoney(beforeMinor, currency)} ${charges === 1 ? "isn’t" : "aren’t"} invoiced yet. With the discount ${charges === 1 ? "it comes" : "they come"} to ${formatMoney(afterMinor, currency)}, ${formatMoney(beforeMinor - afterMinor, currency)} less.`}
            {more ? " More follow after these." : ""}
            {kept}
          </p>
          <PostForm className="buttons" sends={{ rule: rule.id, charges, beforeMinor }}>
            <SubmitButton intent="apply-discount" pending="Applying…">
              Apply to {countOf(charges, "charge")}
            </SubmitButton>
            <LinkButton to={paths.discounts()}>New charges only</LinkButton>
          </PostForm>
        </>
      )}
    </section>
  )
}

type NewDiscountProps = {
  families: NameOffer
  source?: string
  currency: string
  result?: SubmissionResult
}

function NewDiscount({ families, source, currency, result }: NewDiscountProps) {
  const [form, fields] = useForm<Record<"name" | "kind" | "fromNth" | "family" | "target" | "off", string>>({
    id: "add-discount-form",
    lastResult: result,
    defaultValue: { kind: "sibling", target: "all", fromNth: "2" },
  })
  return (
    <details className="form-disclosure" open={result !== undefined}>
      <summary className="button">Add a discount</summary>
      <PostForm className="form" {...getFormProps(form)}>
        {families.isSearched ? (
          <EnterButton intent="add-discount" formNoValidate>
            Add discount
          </EnterButton>
        ) : null}
        <SegmentedField
          meta={fields.kind}
          label="For"
          choices={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
        />
        <div className="columns">
          <Field meta={fields.name} label="Name" hint="Families see it on invoices." maxLength={60} />
          <Field
            meta={fields.off}
            label={`Percent, or amount in ${currency}`}
            hint={`10% or ${plainAmount(500)} off each charge`}
            maxLength={20}
          />
          <Field
            meta={fields.fromNth}
            label="From which child or class on"
            hint="2 is the second. Not used for one family."
            optional
            inputMode="numeric"
            maxLength={2}
          />
          <NameChoiceField
            meta={fields.family}
            label="Family"
            sought="a family"
            hint="Only for one family."
            optional
            prompt="None"
            offer={families}
            source={source}
          />
          <SelectField
            meta={fields.target}
            label="On"
            choices={Object.entries(targetLabels).map(([value, label]) => ({ value, label }))}
          />
        </div>
        <SubmitRow label="Add discount" intent="add-discount" variant="secondary" pending="Adding…" />
      </PostForm>
    </details>
  )
}
