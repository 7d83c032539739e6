import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ActButton } from "~/components/form/post-form"
import { Link } from "~/components/ui/button"
import { DataTable, EmptyState, Pagination } from "~/components/ui/data-table"
import { PageHead } from "~/components/ui/page-head"
import { notFound, requireMember } from "~/http/guards.server"
import { paged, readPage } from "~/http/page-number"
import { readForm } from "~/http/read-form.server"
import { redirectWithToast } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { bounceTexts } from "~/models/foundation/outbox/bounce"
import { confirmAddress, listBouncedPeople } from "~/models/people/bounce/bounced-people.server"
import { ConfirmForm } from "~/models/people/bounce/confirm-form"
import { countOf, formatDate } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { localDate } from "~/utils/zones"

const perPage = 25

/** People whose address can't be mailed. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const people = listBouncedPeople(actor)
  const page = readPage(request)
  const shown = people.slice((page - 1) * perPage, page * perPage)
  return {
    total: people.length,
    mayConfirm: may(actor, "student:write"),
    pages: paged(request, people.length, perPage),
    people: shown.map(({ firstAt, ...person }) => ({
      ...person,
      since: formatDate(localDate(firstAt, actor.school.timeZone), "medium"),
    })),
  }
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const sent = readForm(await request.formData(), { schema: ConfirmForm })
  if (sent.status !== "success" || !confirmAddress(actor, sent.value.address)) throw notFound()
  return redirectWithToast(paths.returnedEmails(), `Emails go to ${sent.value.address} again.`)
}

export const meta: MetaFunction = () => [{ title: "Returned emails · Tutti" }]

type Person = ReturnType<typeof useLoaderData<typeof loader>>["people"][number]

export default function ReturnedEmails() {
  const { total, people, pages, mayConfirm } = useLoaderData<typeof loader>()
  return (
    <div className="stack">
      <PageHead
        back={{ to: paths.students(), label: "Students" }}
        title="Returned emails"
        expression={countOf(total, "address we don’t email", "addresses we don’t email")}
      />
      {total === 0 ? (
        <EmptyState action={<Link to={paths.students()}>All students</Link>}>
          No emails came back. When an address doesn’t exist, or someone marks an email as spam, that person
          appears here.
        </EmptyState>
      ) : (
        <>
          <p>
            We don’t email these addresses until you correct them or confirm that they’re right. Emails from
            before aren’t sent again. Password resets are always sent.
          </p>
          <DataTable
            caption="People whose emails come back"
            terse
            rows={people}
            columns={[
              { label: "Person", cell: (person) => <PersonLink {...person} /> },
              { label: "Email", cell: ({ address }) => <span className="long-text">{address}</span> },
              {
                label: "Problem",
                cell: ({ kind, reason }) => (
                  <span className="long-text">
                    {bounceTexts[kind]}
                    <br />
                    <span className="small dim">{reason}</span>
                  </span>
                ),
              },
              { label: "Since", cell: ({ since }) => since },
              ...(mayConfirm
                ? [{ label: "Action", action: true, cell: (person: Person) => <Confirm {...person} /> }]
                : []),
            ]}
          />
          <Pagination {...pages} />
        </>
      )}
    </div>
  )
}

function PersonLink({ name, familyId, studentId }: Person) {
  if (familyId) return <Link to={paths.familyRecord(familyId)}>{name}</Link>
  return studentId ? <Link to={paths.student(studentId)}>{name}</Link> : name
}

const Confirm = ({ address, name }: Person) => (
  <ActButton sends={{ address }} intent="confirm" pending="Saving…">
    Email again<span className="visually-hidden"> {name}</span>
  </ActButton>
)
