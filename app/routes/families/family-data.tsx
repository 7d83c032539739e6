import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { PostForm } from "~/components/form/post-form"
import { type FramedPage, pageTitle } from "~/components/shell/frame"
import { Button, Link } from "~/components/ui/button"
import { DataTable } from "~/components/ui/data-table"
import { orNotFound, requireMember } from "~/http/guards.server"
import { familyOfPage } from "~/http/page-reads.server"
import type { ErasedNoun } from "~/models/overview/erasure/erasure"
import { listErasable } from "~/models/overview/erasure/preview-erasure.server"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "school:administer")
  const family = orNotFound(familyOfPage(actor, params.familyId ?? ""))
  return {
    id: family.id,
    name: family.name,
    people: listErasable(actor, family.id),
  }
}

export const handle: FramedPage = { tab: "overview" }

export const meta = pageTitle<typeof loader>((data) => `Data of ${data.name}`, "Data of a family")

const nouns: Record<ErasedNoun, string> = { student: "Student", guardian: "Guardian", payer: "Payer" }

export default function FamilyData() {
  const { id, name, people } = useLoaderData<typeof loader>()
  return (
    <div className="stack narrow">
      <section className="section" aria-labelledby="export-title">
        <h2 id="export-title">Export</h2>
        <p>
          Everything your school keeps about {name} in one ZIP file: people, lessons, attendance, notes,
          messages, billing and activity as CSV and JSON, with its invoices, receipts and reports as PDFs.
        </p>
        <PostForm reloadDocument action={paths.familyZip(id)}>
          <Button variant="secondary">Download ZIP</Button>
        </PostForm>
      </section>
      <section className="section" aria-labelledby="erase-title">
        <h2 id="erase-title">Erase a person</h2>
        <p>You see what goes and what stays before you decide.</p>
        <DataTable
          caption="People of this family"
          terse
          rows={people}
          rowKey={(person) => person.id}
          columns={[
            { label: "Name", cell: (person) => person.name },
            { label: "Role", cell: ({ noun }) => nouns[noun] },
            {
              label: "Action",
              action: true,
              cell: (person) => (
                <Link to={paths.erasePerson({ noun: person.noun, id: person.id })}>
                  Erase<span className="visually-hidden"> {person.name}</span>
                </Link>
              ),
            },
          ]}
        />
      </section>
    </div>
  )
}
