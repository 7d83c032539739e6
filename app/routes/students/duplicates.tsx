import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { DataTable } from "~/components/ui/data-table"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { readPage } from "~/http/page-number"
import { listFamilySuspects } from "~/models/money/family-merge/list-suspects.server"
import { countOf } from "~/utils/count-of"
import { pagesAround } from "~/utils/page-number"
import { paths } from "~/utils/paths"

const perPage = 25

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const pairs = listFamilySuspects(actor)
  const page = readPage(request)
  return { total: pairs.length, page, pairs: pairs.slice((page - 1) * perPage, page * perPage) }
}

export const meta: MetaFunction = () => [{ title: "Possible duplicates · Tutti" }]

export default function Duplicates() {
  const { total, page, pairs } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        back={{ to: paths.students(), label: "Students" }}
        title="Possible duplicates"
        expression={countOf(total, "pair of families", "pairs of families")}
      />
      {pairs.length > 0 ? (
        <DataTable
          caption="Families that may be the same"
          terse
          rows={pairs}
          rowKey={({ one, other }) => `${one.id} ${other.id}`}
          columns={[
            { label: "Families", cell: ({ one, other }) => `${one.name} and ${other.name}` },
            { label: "Students", cell: ({ one, other }) => `${one.children}; ${other.children}` },
            { label: "Why", cell: ({ reasons }) => reasons.join(". ") },
            {
              label: "Action",
              action: true,
              cell: ({ one, other }) => (
                <Link to={paths.mergeFamilies({ keep: one.id, gone: other.id })}>
                  Compare
                  <span className="visually-hidden">
                    {" "}
                    {one.name} ({one.children}) and {other.name} ({other.children})
                  </span>
                </Link>
              ),
            },
          ]}
        />
      ) : (
        <EmptyState action={<Link to={paths.students()}>All students</Link>}>
          No families look alike. Families with the same email, phone number, guardian or address appear here.
        </EmptyState>
      )}
      <Pagination
        {...pagesAround({ page, perPage: 25, total, shown: pairs.length }, (next) =>
          paths.duplicates(String(next)),
        )}
      />
    </>
  )
}
