import { getFormProps, useForm } from "@conform-to/react"
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { CheckField } from "~/components/form/choice-fields"
import { Field } from "~/components/form/field"
import { PostForm } from "~/components/form/post-form"
import { SubmitButton } from "~/components/form/submit-button"
import { Callout } from "~/components/ui/callout"
import { DataTable } from "~/components/ui/data-table"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { readForm } from "~/http/read-form.server"
import { invalid, notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import type { Actor } from "~/models/foundation/access/actor"
import { erasePerson } from "~/models/overview/erasure/erase-person.server"
import { type ErasurePreview, erasedNouns } from "~/models/overview/erasure/erasure"
import { eraseForm } from "~/models/overview/erasure/erasure-form"
import { previewErasure } from "~/models/overview/erasure/preview-erasure.server"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  return found(actor, request)
}

function found(actor: Actor, request: Request): ErasurePreview {
  const query = new URL(request.url).searchParams
  const noun = erasedNouns.find((known) => known === query.get("noun"))
  const preview = noun && previewErasure(actor, noun, query.get("id") ?? "")
  if (!preview) throw notFound()
  return preview
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const { noun, id, name } = found(actor, request)
  const submission = readForm(await request.formData(), { schema: eraseForm(name) })
  if (submission.status !== "success") return invalid(submission)
  const erased = erasePerson(actor, noun, id)
  if (!erased.ok)
    return invalid(submission, { form: "Do what’s listed under “First” before you erase this person." }, 409)
  return redirectWithToast(paths.familyRecord(erased.familyId), "Personal data erased.")
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Erase ${data?.name ?? "a person"} · Tutti` },
]

export default function ErasePerson() {
  const { name, familyId, goes, stays, obstacles } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="stack narrow">
      <AnswerSummary formId="erase" result={answer?.result} />
      <PageHead
        back={{ to: paths.familyData(familyId), label: "Data" }}
        title={`Erase ${name}`}
        expression="You can’t undo this."
      />
      <section className="section" aria-labelledby="goes-title">
        <h2 id="goes-title">What goes</h2>
        <ul className="rows">
          {goes.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <section className="section" aria-labelledby="stays-title">
        <h2 id="stays-title">What stays</h2>
        <DataTable
          caption="What stays, and why"
          rows={stays}
          rowKey={({ what }) => what}
          columns={[
            { label: "What", cell: ({ what }) => what },
            { label: "Why", cell: ({ why }) => why },
          ]}
        />
      </section>
      {obstacles.length > 0 ? (
        <Callout tone="red">
          <p>First:</p>
          <ul>
            {obstacles.map(({ text, path, label }) => (
              <li key={text}>
                {text} <Link to={path}>{label}</Link>
              </li>
            ))}
          </ul>
        </Callout>
      ) : (
        <EraseForm name={name} result={answer?.result} />
      )}
    </div>
  )
}

type Answer = ReturnType<typeof useActionData<typeof action>>

function EraseForm({ name, result }: { name: string; result: NonNullable<Answer>["result"] | undefined }) {
  const [form, fields] = useForm<{ name: string; sure: boolean }>({ id: "erase", lastResult: result })
  return (
    <PostForm className="form" {...getFormProps(form)}>
      <Field
        meta={fields.name}
        label="Name"
        hint={`Type ${name} to confirm`}
        autoComplete="off"
        maxLength={200}
      />
      <CheckField meta={fields.sure} label="I understand that no one can undo this." />
      <p>
        <SubmitButton variant="danger" pending="Erasing…">
          Erase {name}
        </SubmitButton>
      </p>
    </PostForm>
  )
}
