import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary, PostForm } from "~/components/form/post-form"
import { HistoryList } from "~/components/foundation/history/history-list"
import { FamilyPolicies, PolicyList } from "~/components/overview/policies/policy-list"
import {
  familyPolicies,
  lowerFirst,
  policySections,
  presetsAlso,
  topicLabel,
} from "~/components/overview/policies/policy-texts"
import { PresetChoice, PresetComparison } from "~/components/overview/policies/preset-form"
import { formIdOf, RuleForm } from "~/components/overview/policies/rule-form"
import { framed } from "~/components/shell/frame"
import { Button, Link, LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { JumpLinks } from "~/components/ui/jump-links"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents, titles } from "~/http/intents.server"
import { defaultOutcomes } from "~/models/accounts/outcome/outcome"
import type { Actor } from "~/models/foundation/access/actor"
import { may } from "~/models/foundation/access/permissions"
import { dismissSuggestion } from "~/models/overview/dashboard/suggestion.server"
import type { LastTerm, TriedRule } from "~/models/overview/policies/last-term"
import {
  changedBy,
  nearestPreset,
  type PresetKey,
  type PresetTopic,
  presetKeys,
} from "~/models/overview/policies/policies"
import {
  applyPreset,
  findChosenPreset,
  findPolicies,
  listPolicyChanges,
  listPresets,
  stampOf,
  undoPreset,
} from "~/models/overview/policies/policies.server"
import { findAgreement } from "~/models/people/consent/answers.server"
import { presetNames } from "~/texts/overview/preset-names"
import { countOf, formatDate, formatNumber } from "~/utils/formats"
import { formatMoney } from "~/utils/money"
import { joinNames } from "~/utils/names"
import { paths } from "~/utils/paths"
import { formatInstant } from "~/utils/zones"
import { PresetChangesForm } from "./preset-form.server"
import { partAsked, readRule, saveRule } from "./rule-forms.server"

// Every rule that decides money, credits or who may do what, each in a sentence, and four presets to start from.

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const policies = findPolicies(actor)
  const presets = listPresets(actor, policies)
  const asked = new URL(request.url).searchParams.get("compare")
  const compared = presetKeys.find((key) => key === asked) ?? null
  const { currency, kind, timeZone } = actor.school
  const open = partAsked(request, actor)
  const context = { currency, paysTeachers: kind !== "solo" }
  const families = familyPolicies(policies, context)
  return {
    policies,
    presets,
    context,
    nearest: nearestPreset(policies, presets),
    mayIssue: may(actor, "invoice:issue"),
    rule: open ? readRule(request, actor, open) : null,
    comparison: compared && {
      preset: compared,
      changed: changedBy(policies, presets[compared]),
      stamp: stampOf(policies),
    },
    chosen: chosenOf(actor),
    families,
    agreement: findAgreement(actor, families),
    seesPeople: may(actor, "student:read"),
    changes: listPolicyChanges(actor, 20).map(({ at, ...event }) => ({
      ...event,
      at: formatInstant(at, timeZone),
    })),
  }
}

/** The latest change to a preset that can be undone. */
function chosenOf(actor: Actor) {
  const found = findChosenPreset(actor)
  if (!found) return null
  const { id, at, actorName, preset, count } = found
  return { id, at: formatInstant(at, actor.school.timeZone), actorName, preset, count }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  const open = partAsked(request, actor)
  if (open) return saveRule(request, form, actor, open)
  return intents(form, paths.policies(), {
    "dismiss-suggestion": act({
      run: (form) => dismissSuggestion(actor, idIn(form, "suggestion")),
      saved: "Suggestion dismissed.",
      to: paths.dashboard(),
    }),
    "undo-preset": act({
      run: (form) => undoPreset(actor, idIn(form, "change")),
      refusals: titles({ "changed-since": "These rules were changed again. Nothing was undone." }),
      saved: ({ changed }) => `${countOf(changed, "rule")} put back.`,
    }),
    else: intent({
      schema: PresetChangesForm,
      run: ({ preset, topic, stamp }) => applyPreset(actor, preset, { chosen: topic, known: stamp }),
      refusals: { "changed-since": "Someone else changed these rules. Compare again." },
      field: "topic",
      status: 409,
      saved: ({ changed }, { preset }) => `${countOf(changed, "rule")} changed to ${presetNames[preset]}.`,
    }),
  })
}

export const { handle, meta } = framed({
  title: "Policies",
  head: () => ({ expression: "absences, make-ups, tuition and payments" }),
})

export default function PoliciesPage() {
  const {
    policies,
    presets,
    context,
    nearest,
    chosen,
    mayIssue,
    rule,
    comparison,
    families,
    changes,
    agreement,
  } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const result = answer?.result
  return (
    <>
      <AnswerSummary formId={rule ? formIdOf(rule.part, result) : "preset-form"} result={result} />
      <p>
        Start from the preset closest to your school, then change what’s different. You’ll see every
        difference before anything changes. {presetsAlso}
      </p>
      <JumpLinks
        to={[
          ...policySections.map(({ id, title }) => ({ id, label: title })),
          { id: "families", label: "What families read" },
        ]}
      />
      <PresetChoice
        chosen={comparison?.preset ?? nearest.key}
        presets={presets}
        currency={context.currency}
      />
      {comparison ? (
        <PresetComparison
          key={comparison.stamp}
          {...comparison}
          rules={presets[comparison.preset]}
          policies={policies}
          error={result?.error?.topic}
          {...context}
        />
      ) : null}
      <Standing nearest={nearest.key} changed={nearest.changed} chosen={chosen} />
      <div className="policy-page">
        <div className="stack">
          <PolicyList
            policies={policies}
            mayIssue={mayIssue}
            preset={{ ...nearest, rules: presets[nearest.key] }}
            open={rule?.part}
            result={rule ? result : undefined}
            form={
              rule ? (
                <>
                  <RuleForm
                    key={JSON.stringify(rule)}
                    rule={rule}
                    plan={answer && "tuitionPlan" in answer ? answer.tuitionPlan : null}
                    preview={answer && "preview" in answer ? answer.preview : null}
                    result={result}
                    {...context}
                  />
                  {answer && "lastTerm" in answer ? (
                    <div className="mt-4">
                      <LastTermNote tried={answer.lastTerm} currency={context.currency} />
                    </div>
                  ) : null}
                </>
              ) : null
            }
            {...context}
          />
        </div>
        <section className="section" aria-labelledby="families-title" id="families">
          <h2 id="families-title">What families read</h2>
          <FamilyPolicies lines={families} />
          <p className="dim">Written from your settings, so it’s never out of date.</p>
          <Agreement agreement={agreement} />
          <p className="buttons no-print">
            <LinkButton to={paths.policiesPdf()} reloadDocument>
              Download PDF
            </LinkButton>{" "}
            <Link to={paths.ruleTrials()}>Try make-up rules on a past term</Link>{" "}
            <Link to={paths.schoolEmails()}>Emails and notifications</Link>
          </p>
        </section>
      </div>
      <HistoryList entries={changes} />
    </>
  )
}

type StandingProps = {
  nearest: PresetKey
  changed: readonly PresetTopic[]
  chosen: ReturnType<typeof chosenOf>
}

/** Which preset the school is closest to, in how many rules it differs, and the latest change to one with its undo. */
function Standing({ nearest, changed, chosen }: StandingProps) {
  const name = presetNames[nearest]
  return (
    <Callout tone="blue">
      <p>
        {changed.length === 0 ? (
          <b>You use {name}.</b>
        ) : (
          <>
            <b>
              You use {name} with {countOf(changed.length, "change")}
            </b>
            : {joinNames(changed.map((topic) => lowerFirst(topicLabel(topic))))}.
          </>
        )}
      </p>
      {chosen ? (
        <PostForm className="no-print" sends={{ change: chosen.id }}>
          <p>
            {`${chosen.actorName} changed ${countOf(chosen.count, "rule")} to ${presetNames[chosen.preset]} on ${chosen.at}. `}
            <Button variant="plain" intent="undo-preset">
              Undo
            </Button>
          </p>
        </PostForm>
      ) : null}
    </Callout>
  )
}

type Agreed = NonNullable<ReturnType<typeof useLoaderData<typeof loader>>["agreement"]>

/** Who has agreed to these rules, or the way to ask them. */
function Agreement({ agreement }: { agreement: Agreed | null }) {
  const { seesPeople } = useLoaderData<typeof loader>()
  if (!agreement)
    return (
      <p>
        Families haven’t been asked to agree.{" "}
        <Link to={`${paths.consentSettings({ edit: "new", from: "policies" })}#new`}>
          Ask families to agree
        </Link>
      </p>
    )
  const { documentId, title, number, publishedOn, asked, agreed, isCurrent } = agreement
  if (!isCurrent)
    return (
      <p>
        {`${title}, version ${number}, isn’t up to date. `}
        <Link to={`${paths.consentDocument(documentId)}#rules`}>Update its text</Link>
      </p>
    )
  return (
    <p>
      {`In force since ${formatDate(publishedOn, "medium")}. ${formatNumber(agreed)} of ${formatNumber(asked)} have agreed. `}
      {agreed < asked && seesPeople ? (
        <Link to={paths.consents({ document: documentId })}>
          {`Ask the other ${formatNumber(asked - agreed)}`}
        </Link>
      ) : null}
    </p>
  )
}

/** What the last term would have come to under the rule that is typed. */
function LastTermNote({ tried, currency }: { tried: LastTerm; currency: string }) {
  const { startsOn, endsOn, isOver, rows } = tried
  const days = `${formatDate(startsOn, "medium")} to ${formatDate(endsOn, "medium")}`
  return (
    <Callout>
      <div role="status">
        <p>
          <b>{isOver ? `Last term, ${days}` : `The term so far, ${days}`}</b>
        </p>
        <ul>
          {rows.map((row) => (
            <li key={row.of}>{lineOf(row, currency)}</li>
          ))}
        </ul>
        <p className="small dim">{basis[kindOf(rows)]} Nothing is saved yet.</p>
      </div>
    </Callout>
  )
}

function lineOf(
  { of, count, wasMinor, wouldMinor, credits, families = 0 }: TriedRule,
  currency: string,
): string {
  const [was, would] = [formatMoney(wasMinor, currency), formatMoney(wouldMinor, currency)]
  if (of === "late-fees")
    return `${count === 0 ? "No late fees" : `${countOf(count, "late fee")} to ${countOf(families, "family", "families")}, ${would} in all`}. ${was} was charged.`
  const label = of === "trials" ? "Trial" : labels.get(of)
  if (count === 0) return `${label}: no lessons.`
  const subject = `${label}, ${countOf(count, "lesson")}`
  const money = was === would ? `${was} charged, as before` : `${would} charged instead of ${was}`
  if (!credits?.was && !credits?.would) return `${subject}: ${money}.`
  const earned = countOf(credits.would, "make-up credit")
  return `${subject}: ${money}. ${earned}${credits.was === credits.would ? ", as before" : ` instead of ${credits.was}`}.`
}

const labels: ReadonlyMap<string, string> = new Map(defaultOutcomes.map(({ code, label }) => [code, label]))

const kindOf = (rows: readonly TriedRule[]) =>
  rows[0]?.of === "late-fees" || rows[0]?.of === "trials" ? rows[0].of : "statuses"

const basis = {
  "late-fees":
    "Invoices that were due in the term, by the days they were paid, up to today. Payment plans and extensions aren’t in it.",
  trials: "At class prices, before discounts and tax.",
  statuses:
    "Lessons charged one by one, before discounts and tax. Packages and monthly fees don’t change. The credit limit isn’t included.",
}
