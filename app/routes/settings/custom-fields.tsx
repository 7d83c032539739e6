import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { FieldList, NewField } from "~/components/foundation/custom-field/field-list"
import type { FramedPage } from "~/components/shell/frame"
import { unlessPartOpened } from "~/components/ui/edited-part"
import { EmptyState } from "~/components/ui/empty-state"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast, redirectWithUndo } from "~/http/toast.server"
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
  const intent = form.get("intent")
  if (intent === "add") return add(actor, form)
  const field = findField(actor, String(form.get("fieldId") ?? "").slice(0, 64))
  if (!field) throw notFound()
  const back = paths.customFields(field.noun)
  switch (intent) {
    case "change":
      return change(actor, field, form)
    case "up":
    case "down":
      if (!moveField(actor, field.id, intent === "up" ? -1 : 1).ok) throw notFound()
      return redirectWithToast(back, `${field.name} moved.`)
    case "archive":
      setFieldArchived(actor, field.id, true)
      return redirectWithUndo(back, `${field.name} archived.`, {
        to: back,
        fields: { intent: "restore", fieldId: field.id },
      })
    case "restore": {
      const restored = setFieldArchived(actor, field.id, false)
      if (restored.ok) return redirectWithToast(back, `${field.name} restored.`)
      return redirectWithToast(back, { title: refusals["too-many"], tone: "bad" })
    }
    default:
      throw notFound()
  }
}

const refusals = {
  "name-taken": "That name is already in use. Choose another or restore the archived field.",
  "too-many": `You have ${mostFields} fields here. Archive one to add another.`,
}

function add(actor: Actor, form: FormData) {
  const submission = readForm(form, { schema: NewFieldForm })
  if (submission.status !== "success") return invalid(submission)
  const { noun } = submission.value
  if (!nounsFor(actor).includes(noun)) throw notFound()
  const added = addField(actor, submission.value)
  if (added.ok) return redirectWithToast(paths.customFields(noun), `${added.name} added.`)
  if (added.reason === "not-found") throw notFound()
  return invalid(submission, { name: refusals[added.reason] }, 409)
}

function change(actor: Actor, field: CustomField, form: FormData) {
  const submission = readForm(form, { schema: changeFieldForm(field) })
  if (submission.status !== "success") return invalid(submission)
  const changed = changeField(actor, field.id, submission.value)
  if (changed.ok) return redirectWithToast(paths.customFields(field.noun), `${changed.name} saved.`)
  if (changed.reason === "not-found") throw notFound()
  return invalid(submission, { name: refusals[changed.reason] }, 409)
}

export const shouldRevalidate = unlessPartOpened

export const handle: FramedPage = {
  title: "Custom fields",
  column: "stack narrow",
  head: () => ({
    expression: "what your school wants to know besides our fields",
    back: { to: paths.schoolSettings(), label: "School settings" },
  }),
}

export const meta: MetaFunction = () => [{ title: "Custom fields · Tutti" }]

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
