import { getFormProps, useForm } from "@conform-to/react"
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { Field } from "~/components/form/field"
import { ErrorSummary, PostForm, SubmitRow } from "~/components/form/post-form"
import { ResourceFields } from "~/components/learning/resource/resource-fields"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { invalid, readForm } from "~/http/read-form.server"
import { fileRefusalStatus, largestFile } from "~/models/accounts/school-file/school-file"
import { storeFile } from "~/models/accounts/school-file/store-file.server"
import { addResource } from "~/models/learning/resource/resource.server"
import { fileRefusals } from "~/texts/learning/refusals"
import { mostText } from "~/utils/bytes"
import { hasSeveralFiles, oneFileOnly } from "~/utils/form-files"
import { paths } from "~/utils/paths"
import { NewResourceForm } from "./resource-forms.server"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  return {
    isLink: new URL(request.url).searchParams.get("kind") === "link",
    isSolo: actor.school.kind === "solo",
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  // A body that is not a form reads as an empty form.
  const form = await request.formData().catch(() => new FormData())
  const file = form.get("file")
  const hasSeveral = hasSeveralFiles(form)
  form.delete("file")
  const submission = readForm(form, { schema: NewResourceForm })
  if (submission.status !== "success") return invalid(submission)
  const { url, title, description, tags } = submission.value
  const text = { title, description: description ?? null, tags }
  if (form.get("kind") === "link") {
    if (!url) return invalid(submission, { url: "Enter the link." })
    return redirect(paths.teacherResource(addResource(actor, text, { kind: "link", url })), 303)
  }
  if (!(file instanceof File) || file.size === 0) return invalid(submission, { file: fileRefusals.missing })
  if (hasSeveral) return invalid(submission, { file: oneFileOnly })
  const stored = await storeFile(actor, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })
  if (!stored.ok)
    return invalid(submission, { file: fileRefusals[stored.reason] }, fileRefusalStatus[stored.reason])
  const { fileId, fileName } = stored
  return redirect(paths.teacherResource(addResource(actor, text, { kind: "file", fileId, fileName })), 303)
}

export const meta: MetaFunction = () => [{ title: "Add a file or link · Tutti" }]

type Fields = { title: string; description: string; tags: string; url: string; file: string }

export default function NewResource() {
  const { isLink, isSolo } = useLoaderData<typeof loader>()
  const [form, fields] = useForm<Fields>({
    id: "resource",
    lastResult: useActionData<typeof action>()?.result,
  })
  return (
    <div className="form narrow">
      <ErrorSummary form={form} />
      <PageHead back={{ to: paths.teacherResources(), label: "Resources" }} title="Add a file or link" />
      <Tabs
        label="Type"
        tabs={[
          { to: paths.newResource(), label: "File", current: !isLink },
          { to: paths.newResource("link"), label: "Link", current: isLink },
        ]}
      />
      <PostForm
        makes
        className="form"
        encType="multipart/form-data"
        {...getFormProps(form)}
        sends={{ kind: isLink ? "link" : "file" }}
      >
        {isLink ? (
          <Field
            meta={fields.url}
            label="Link"
            type="url"
            hint="The full address, starting with https://"
            maxLength={2000}
          />
        ) : (
          <Field
            meta={fields.file}
            label="File"
            type="file"
            hint={`Sheet music, recording, picture or text, up to ${mostText(largestFile)}`}
          />
        )}
        <ResourceFields fields={fields} />
        {isSolo ? null : <p className="dim">Other teachers at your school can find it in the library.</p>}
        <SubmitRow label="Add to library" pending={isLink ? "Adding…" : "Uploading…"} />
      </PostForm>
    </div>
  )
}
