import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { FormPage } from "~/components/form/form-page"
import { PostForm, SubmitButton } from "~/components/form/post-form"
import { orNotFound, requireMember } from "~/http/guards.server"
import { findSharedWith, recordOpening } from "~/models/learning/resource/list-resources.server"
import { resourceText } from "~/models/learning/resource/resource"
import { findPortal } from "~/models/people/family-access/portal.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const { students } = findPortal(actor)
  const search = new URL(request.url).searchParams
  const reader = orNotFound(
    inOrder(students, search.get("child")).find(({ id }) =>
      findSharedWith(actor, id, params.resourceId ?? ""),
    ),
  )
  const found = orNotFound(findSharedWith(actor, reader.id, params.resourceId ?? ""))
  const { id, kind, title, description, url, fileName, byteSize } = found
  return {
    childId: reader.id,
    resource: { id, kind, title, description, url, what: resourceText({ kind, url, fileName, byteSize }) },
    isGone: kind === "file" && byteSize === null,
    isOpening: kind === "link" && search.get("open") === "1",
  }
}

/** Records the opening, then redirects to the file, or to the page that leads to the link. */
export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  const resourceId = params.resourceId ?? ""
  const { students } = findPortal(actor)
  const child = String((await request.formData()).get("child") ?? "")
  const reader = orNotFound(students.find(({ id }) => id === child))
  const found = orNotFound(findSharedWith(actor, reader.id, resourceId))
  recordOpening(actor, reader.id, resourceId)
  const to =
    found.kind === "file"
      ? paths.studentResourceFile(resourceId, { child })
      : `${paths.studentResource(resourceId, { child })}&open=1`
  return redirect(to, 303)
}

/** The children, the one named in the URL first. */
const inOrder = <Child extends { id: string }>(children: readonly Child[], named: string | null): Child[] =>
  [...children].sort((a, b) => Number(b.id === named) - Number(a.id === named))

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data?.resource.title ?? "Not found"} · Tutti` },
  ...(data?.isOpening && data.resource.url
    ? [{ httpEquiv: "refresh", content: `0;url=${data.resource.url}` }]
    : []),
]

export default function SharedResource() {
  const { resource, childId, isGone, isOpening } = useLoaderData<typeof loader>()
  const { kind, title, description, url, what } = resource
  return (
    <FormPage
      back={{ to: paths.studentResources({ child: childId }), label: "Resources" }}
      title={title}
      expression={what}
    >
      {description ? <p className="whitespace-pre-line wrap-anywhere">{description}</p> : null}
      {isGone ? (
        <p>This file is no longer available. Ask the teacher to share it again.</p>
      ) : isOpening && url ? (
        <p>
          Opening the link. If it doesn’t open, go to{" "}
          <a className="wrap-anywhere" href={url} rel="noopener noreferrer">
            {url}
          </a>
        </p>
      ) : (
        <PostForm reloadDocument sends={{ child: childId }}>
          <SubmitButton pending="Opening…" label={kind === "link" ? `Open ${what}` : "Download"} />
          <p className="small dim">The teacher can see when you open it.</p>
        </PostForm>
      )}
    </FormPage>
  )
}
