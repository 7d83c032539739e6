import { getFormProps, type SubmissionResult, useForm } from "@conform-to/react"
import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { EnterButton } from "~/components/form/enter-button"
import { Field, SelectField } from "~/components/form/field"
import { NameChoiceField } from "~/components/form/name-choice/name-choice-field"
import { AnswerSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Button } from "~/components/ui/button"
import { EmptyState } from "~/components/ui/data-table"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { answerSearch } from "~/http/inner-search.server"
import { classOfPage } from "~/http/page-reads.server"
import { invalid, readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { offeredNames } from "~/models/accounts/school-list/school-list.server"
import type { Actor } from "~/models/foundation/access/actor"
import {
  asksForNames,
  type NameWish,
  nothingSought,
  readNameWish,
} from "~/models/foundation/name-search/name-search"
import { findClass } from "~/models/teaching/class/find-class.server"
import { offerClassNames } from "~/models/teaching/class/open-classes.server"
import { prerequisiteText } from "~/models/teaching/prerequisite/prerequisite"
import {
  listPrerequisites,
  removePrerequisite,
  requireAge,
  requireClass,
  requireLevel,
} from "~/models/teaching/prerequisite/prerequisite.server"
import { PrerequisiteForm } from "~/models/teaching/prerequisite/prerequisite-form"
import { todayOf } from "~/utils/clock.server"
import { addMonths } from "~/utils/dates"
import { intentOf } from "~/utils/intent"
import { paths } from "~/utils/paths"

/** What a student needs before a class. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(classOfPage(actor, params.classId ?? ""))
  return {
    class: { name: found.name },
    required: listPrerequisites(actor, found.id),
    offer: offerOthers(actor, nothingSought),
    levels: offeredNames(actor, "levels"),
  }
}

/** Classes that are held, or were in the last two years. */
const offerOthers = (actor: Actor, wish: NameWish) =>
  offerClassNames(actor, addMonths(todayOf(actor), -24), wish)

const formNames: Record<string, string> = { "set-age": "age", "set-level": "level" }

const refusals = {
  "no-class": "This class no longer exists. Choose another.",
  circle: "That class requires this one. Choose another.",
  "no-level": "This level is no longer on your list. Choose another.",
  "too-many": "This class has ten prerequisites already. Remove one first.",
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "class:write")
  const found = orNotFound(findClass(actor, params.classId ?? ""))
  const form = await request.formData()
  const to = paths.prerequisites(found.id)
  const submission = readForm(form, { schema: PrerequisiteForm })
  const offer = offerOthers(actor, readNameWish(form, "requiredId"))
  const name = formNames[intentOf(form)] ?? "required"
  if (asksForNames(form)) return answerSearch(form, submission, { name: "required", offer })
  if (submission.status !== "success")
    return data({ name, ...invalid(submission).data, offer }, { status: 400 })
  const wish = submission.value
  if (wish.intent === "remove") {
    const removed = removePrerequisite(actor, found.id, wish.prerequisite)
    if (!removed.ok) throw notFound()
    return redirectWithToast(to, `“${removed.text}” removed.`)
  }
  if (wish.intent === "set-age")
    return redirectWithToast(to, `“${requireAge(actor, found.id, wish.minAge).text}” saved.`)
  const added =
    wish.intent === "set-level"
      ? requireLevel(actor, found.id, wish.minLevel)
      : requireClass(actor, found.id, wish.requiredId)
  if (added.ok) return redirectWithToast(to, `“${added.text}” added.`)
  const messages = { [wish.intent === "set-level" ? "minLevel" : "requiredId"]: refusals[added.reason] }
  return data({ name, ...invalid(submission, messages).data, offer }, { status: 409 })
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((found) => `${found.class.name}, prerequisites`)

export default function Prerequisites() {
  const { required, levels } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <section className="section narrow" aria-labelledby="prerequisites-title">
      <AnswerSummary formId={answer?.name ?? "required"} result={answer?.result} />
      <h2 id="prerequisites-title">Prerequisites</h2>
      <p className="dim">
        Enrolling a student who lacks one asks for a reason. A class is completed by who was in it and has
        left it by the first day here. Students who are enrolled already stay.
      </p>
      {required.length === 0 ? (
        <EmptyState>No prerequisites. Add a class to complete first, an age or a level.</EmptyState>
      ) : (
        <ul className="rows">
          {required.map((each) => (
            <li key={each.id}>
              {prerequisiteText(each)}
              <PostForm sends={{ prerequisite: each.id }}>
                <Button intent="remove" variant="plain" aria-label={`Remove “${prerequisiteText(each)}”`}>
                  Remove
                </Button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <ClassForm key={`class ${required.length}`} />
      <AgeForm key={`age ${required.length}`} />
      <LevelForm
        key={`level ${required.length}`}
        level={required.find(({ minLevel }) => minLevel !== null)?.minLevel ?? ""}
        levels={levels}
        result={answer?.name === "level" ? answer.result : undefined}
      />
    </section>
  )
}

function ClassForm() {
  const loaded = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const offer = answer?.offer ?? loaded.offer
  const [form, fields] = useForm<{ requiredId: string }>({
    id: "required",
    lastResult: answer?.name === "required" ? answer.result : undefined,
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <EnterButton intent="add-class" formNoValidate={offer.isSearched}>
        Add class
      </EnterButton>
      <NameChoiceField
        meta={fields.requiredId}
        label="Class to complete first"
        sought="a class"
        prompt="Choose a class"
        offer={offer}
      />
      <SubmitRow label="Add class" intent="add-class" variant="secondary" pending="Adding…" />
    </PostForm>
  )
}

function AgeForm() {
  const { required } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const age = required.find(({ minAge }) => minAge !== null)?.minAge
  const [form, fields] = useForm<{ minAge: string }>({
    id: "age",
    lastResult: answer?.name === "age" ? answer.result : undefined,
    defaultValue: { minAge: age ? String(age) : "" },
  })
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <Field meta={fields.minAge} label="Lowest age" type="number" inputMode="numeric" min={1} max={99} />
      <SubmitRow label="Save age" intent="set-age" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}

type LevelFormProps = { level: string; levels: string[]; result?: SubmissionResult<string[]> }

/** The lowest level with which a student joins a class. Renders nothing for a school without levels. */
function LevelForm({ level, levels, result }: LevelFormProps) {
  const [form, fields] = useForm<{ minLevel: string }>({
    id: "level",
    lastResult: result,
    defaultValue: { minLevel: level },
  })
  if (levels.length === 0) return null
  return (
    <PostForm edits className="form" {...getFormProps(form)}>
      <SelectField
        meta={fields.minLevel}
        label="Lowest level"
        hint="On the student’s record, for the class’s instrument"
        prompt="Choose a level"
        choices={levels.map((name) => ({ value: name, label: name }))}
      />
      <SubmitRow label="Save level" intent="set-level" variant="secondary" pending="Saving…" />
    </PostForm>
  )
}
