import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { Tabs } from "~/components/ui/tabs"
import { requireMember } from "~/http/guards.server"
import { paged } from "~/http/page-number"
import { may, type Permission } from "~/models/foundation/access/permissions"
import type { PersonSuspect } from "~/models/overview/person-merge/person-merge"
import { listSuspects } from "~/models/overview/person-merge/suspects.server"
import { countOf } from "~/utils/formats"
import { paths } from "~/utils/paths"

const perPage = 25

/** What is listed, with what makes two of them look alike. */
const kinds = {
  family: {
    tab: "Families",
    pairs: ["pair of families", "pairs of families"],
    empty:
      "No families look alike. Families with the same email, phone number, guardian or address appear here.",
  },
  student: {
    tab: "Students",
    pairs: ["pair of students", "pairs of students"],
    empty:
      "No students look alike. Students with the same name, birth date, email or phone number appear here.",
  },
  guardian: {
    tab: "Guardians",
    pairs: ["pair of guardians", "pairs of guardians"],
    empty: "No guardians look alike. Guardians of one family with the same name or email appear here.",
  },
  teacher: {
    tab: "Teachers",
    pairs: ["pair of teachers", "pairs of teachers"],
    empty: "No teachers look alike. Teachers with the same email or a similar name appear here.",
  },
} as const satisfies Record<string, { tab: string; pairs: [string, string]; empty: string }>
type Kind = keyof typeof kinds
/** What tells the two of a pair apart. */
const aboutLabels = {
  family: "Students",
  student: "Families",
  guardian: "Families",
  teacher: "Details",
} as const satisfies Record<Kind, string>
const needs = {
  family: "family:merge",
  student: "student:write",
  guardian: "student:write",
  teacher: "teacher:write",
} as const satisfies Record<Kind, Permission>
const kindNames = Object.keys(kinds) as Kind[]

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const asked = new URL(request.url).searchParams.get("of")
  const shown = kindNames.filter((each) => may(actor, needs[each]))
  const lists = await listSuspects(actor)
  // Unasked, the first kind that has some.
  const kind =
    shown.find((known) => known === asked) ??
    shown.find((known) => lists[known].length > 0) ??
    shown[0] ??
    "student"
  const pages = paged(request, lists[kind].length, perPage)
  return {
    kind,
    tabs: shown.map((key) => ({ key, count: lists[key].length })),
    pages,
    pairs: lists[kind].slice((pages.page - 1) * perPage, pages.page * perPage),
  }
}

const back = {
  students: { to: paths.students(), label: "Students" },
  teachers: { to: paths.teachers(), label: "Teachers" },
}

export const meta: MetaFunction = () => [{ title: "Possible duplicates · Tutti" }]

export default function Duplicates() {
  const { kind, tabs, pages, pairs } = useLoaderData<typeof loader>()
  const { pairs: pairNames, empty } = kinds[kind]
  return (
    <>
      <PageHead
        back={kind === "teacher" ? back.teachers : back.students}
        title="Possible duplicates"
        expression={countOf(pages.total, pairNames[0], pairNames[1])}
      />
      <Tabs
        label="What is compared"
        current={kind}
        tabs={tabs.map(({ key, count }) => ({
          key,
          to: paths.duplicates({ of: key }),
          label: `${kinds[key].tab} (${count})`,
        }))}
      />
      {pairs.length > 0 ? (
        <PairTable kind={kind} pairs={pairs} />
      ) : (
        <EmptyState
          action={
            kind === "teacher" ? (
              <Link to={paths.teachers()}>All teachers</Link>
            ) : (
              <Link to={paths.students()}>All students</Link>
            )
          }
        >
          {empty}
        </EmptyState>
      )}
      <Pagination {...pages} />
    </>
  )
}

function PairTable({ kind, pairs }: { kind: Kind; pairs: PersonSuspect[] }) {
  const compare = (keep: string, gone: string) =>
    kind === "family" ? paths.mergeFamilies({ keep, gone }) : paths.mergePeople({ noun: kind, keep, gone })
  return (
    <DataTable
      caption={`${kinds[kind].tab} that may be the same`}
      terse
      rows={pairs}
      rowKey={({ one, other }) => `${one.id} ${other.id}`}
      columns={[
        { label: kinds[kind].tab, cell: ({ one, other }) => `${one.name} and ${other.name}` },
        {
          label: aboutLabels[kind],
          cell: ({ one, other }) => `${one.about}; ${other.about}`,
        },
        { label: "Why", cell: ({ reasons }) => reasons.join(". ") },
        {
          label: "Action",
          action: true,
          cell: ({ one, other }) => (
            <Link to={compare(one.id, other.id)}>
              Compare
              <span className="visually-hidden">
                {" "}
                {one.name} ({one.about}) and {other.name} ({other.about})
              </span>
            </Link>
          ),
        },
      ]}
    />
  )
}
