import type { HeadersFunction, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DocumentText } from "~/components/people/consent/document-text"
import { SchoolPageFrame } from "~/components/people/school-page/school-page-frame"
import type { PageHandle } from "~/components/shell/document"
import { notFound, requireSchoolPage } from "~/http/guards.server"
import { findDocument } from "~/models/people/consent/documents.server"
import { formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

/** What the form of a school's page asks to agree to. Other documents are the families' alone. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { actor, page } = await requireSchoolPage(request, params.pageKey)
  const found = findDocument(actor, params.documentKey ?? "")
  if (!found || found.archivedAt !== null || found.atEnrollment === "no") throw notFound()
  const { title, body, number, publishedAt } = found
  return {
    ...{ title, body, number, address: page.address },
    publishedOn: localDate(publishedAt, actor.school.timeZone),
    schoolName: actor.school.name,
    logoId: actor.school.logoId,
  }
}

export const headers: HeadersFunction = () => ({ "Cache-Control": "private, no-store" })

export const handle: PageHandle = { area: "framed" }

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data ? `${data.title} · ${data.schoolName}` : "Not found · Tutti" },
  { name: "robots", content: "noindex" },
]

export default function SchoolDocument() {
  const { title, body, number, publishedOn, schoolName, logoId, address } = useLoaderData<typeof loader>()
  return (
    <SchoolPageFrame schoolName={schoolName} logoId={logoId}>
      <h1>{title}</h1>
      <p className="small dim">
        Version {number}, {formatDate(publishedOn, "medium")}
      </p>
      <DocumentText body={body} />
      <p>
        <a href={paths.schoolPage(address)}>Lessons at {schoolName}</a>
      </p>
    </SchoolPageFrame>
  )
}
