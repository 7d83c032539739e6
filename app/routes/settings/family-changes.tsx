import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { SelectField } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import type { FramedPage } from "~/components/shell/frame"
import { Link } from "~/components/ui/button"
import { requireMember } from "~/http/guards.server"
import { intent, intents } from "~/http/intents.server"
import { nounTexts } from "~/models/foundation/custom-field/custom-field"
import { findRules, listOpenableFields, saveRules } from "~/models/people/own-data/facts.server"
import { ownDataRuleKeys, ownFactKeys, ownFacts, ruleLabels } from "~/models/people/own-data/own-data"
import { OwnDataRulesForm } from "~/routes/settings/own-data-rules-form.server"
import { paths } from "~/utils/paths"

/** Which facts families change themselves, and which changes wait for the office. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const ruleOf = findRules(actor)
  return {
    facts: ownFactKeys.map((fact) => ({
      ...{ fact, label: ownFacts[fact].label, rule: ruleOf(fact) },
      about: ownFacts[fact].of === "adult" ? "Guardians and adult students" : "Each student",
    })),
    fields: listOpenableFields(actor).map(({ id, name, noun }) => ({
      ...{ fact: id, label: name, rule: ruleOf(id), about: nounTexts[noun].title },
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  return intents(request, paths.ownDataRules(), {
    else: intent({
      schema: OwnDataRulesForm,
      run: ({ rules }) => saveRules(actor, rules),
      saved: "Changes by families saved.",
    }),
  })
}

export const handle: FramedPage = {
  title: "Changes by families",
  column: "stack narrow",
  head: () => ({
    expression: "what families change themselves, and what you approve",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
}

export const meta: MetaFunction = () => [{ title: "What families change · Tutti" }]

const choices = ownDataRuleKeys.map((value) => ({ value, label: ruleLabels[value] }))

export default function FamilyChangeRules() {
  const { facts, fields: ownFields } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<{ rules: Record<string, string> }>({
    id: "own-data-rules",
    lastResult: useActionData<typeof action>()?.result,
    defaultValue: {
      rules: Object.fromEntries([...facts, ...ownFields].map(({ fact, rule }) => [fact, rule])),
    },
  })
  const rules = fields.rules.getFieldset()
  return (
    <>
      <ErrorSummary form={form} />
      <p className="dim">
        Changes that you approve wait under <Link to={paths.familyChanges()}>Students, Changes</Link>. Until
        then what you have stays.
      </p>
      <PostForm edits className="form" {...getFormProps(form)}>
        {[...facts, ...ownFields].map(({ fact, label, about }) => {
          const meta = rules[fact]
          return meta ? (
            <SelectField key={fact} meta={meta} label={label} hint={about} choices={choices} />
          ) : null
        })}
        {ownFields.length === 0 ? (
          <p className="small dim">
            <Link to={paths.customFields()}>Custom fields</Link> that families see can be opened here, too.
          </p>
        ) : null}
        <SubmitRow label="Save" pending="Saving…" />
      </PostForm>
    </>
  )
}
