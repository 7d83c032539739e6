import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/post-form"
import { FieldList, NewField } from "~/components/foundation/custom-field/field-list"
import { framed } from "~/components/shell/frame"
import { EmptyState } from "~/components/ui/data-table"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intent, intents } from "~/http/intents.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  type CustomField,
  fieldNouns,
  mostFields,
  nounTexts,
} from "~/models/foundation/custom-field/custom-field"
import {
  addField,
  changeField,
  findField,
  listFields,
  moveField,
  setFieldArchived,
} from "~/models/foundation/custom-field/custom-field.server"
import { changeFieldForm, NewFieldForm } from "~/models/foundation/custom-field/custom-field-form"
import { paths } from "~/utils/paths"

const nounsFor = (actor: Actor) =>
  fieldNouns.filter((noun) => noun !== "teacher" || actor.school.kind !== "solo")

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const asked = new URL(request.url).searchParams.get("for")
  const nouns = nounsFor(actor)
  const noun = nouns.find((each) => each === asked) ?? "student"
  return { noun, nouns, fields: listFields(actor, noun, { archived: true }) }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:settings")
  const form = await request.formData()
  const field = findField(actor, idIn(form, "fieldId"))
  const fields = field ? fieldIntents(actor, field) : {}
  return intents(form, paths.customFields(field?.noun), { ...fields, add: addIntent(actor) })
}

const refusals = {
  "name-taken": "That name is already in use. Choose another or restore the archived field.",
  "too-many": `You have ${mostFields} fields here. Archive one to add another.`,
}

const addIntent = (actor: Actor) =>
  intent({
    schema: NewFieldForm,
    run: (added) => nounsFor(actor).includes(added.noun) && addField(actor, added),
    field: "name",
    status: 409,
    refusals,
    saved: ({ name }) => `${name} added.`,
    to: (_, { noun }) => paths.customFields(noun),
  })

function fieldIntents(actor: Actor, field: CustomField) {
  const move = (by: -1 | 1) =>
    act({ run: () => moveField(actor, field.id, by), refusals, saved: `${field.name} moved.` })
  return {
    change: intent({
      schema: changeFieldForm(field),
      run: (change) => changeField(actor, field.id, change),
      field: "name",
      status: 409,
      refusals,
      saved: ({ name }) => `${name} saved.`,
    }),
    up: move(-1),
    down: move(1),
    archive: act({
      run: () => setFieldArchived(actor, field.id, true),
      refusals,
      saved: {
        title: `${field.name} archived.`,
        undo: { to: paths.customFields(field.noun), fields: { intent: "restore", fieldId: field.id } },
      },
    }),
    restore: act({
      run: () => setFieldArchived(actor, field.id, false),
      refusals,
      saved: `${field.name} restored.`,
    }),
  }
}

export const shouldRevalidate = unlessPartOpened

export const { handle, meta } = framed({
  title: "Custom fields",
  column: "stack narrow",
  head: () => ({
    expression: "what your school wants to know besides our fields",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
})

export default function CustomFields() {
  const { noun, nouns, fields } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()?.result
  const { intent, fieldId } = result?.initialValue ?? {}
  return (
    <>
      <AnswerSummary formId={intent === "add" ? "new-field" : `field-${fieldId}`} result={result} />
      <Tabs
        label="Records"
        tabs={nouns.map((key) => ({ key, to: paths.customFields(key), label: nounTexts[key].title }))}
        current={noun}
      />
      {fields.length > 0 ? (
        <FieldList fields={fields} result={intent === "add" ? undefined : result} />
      ) : (
        <EmptyState>
          No fields yet. Add one, and it appears in the forms and records of {nounTexts[noun].many}.
        </EmptyState>
      )}
      <NewField key={`${noun} ${fields.length}`} noun={noun} result={intent === "add" ? result : undefined} />
    </>
  )
}
