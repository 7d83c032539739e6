import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { ListScreen } from "~/components/overview/list-page/list-screen"
import { TeacherFilters } from "~/components/people/teacher/teacher-filters"
import { TeacherTable } from "~/components/people/teacher/teacher-table"
import { FormerTeachers } from "~/components/teaching/teacher-time/former-teachers"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { MorePages } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { act, idIn, intents } from "~/http/intents.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged, readPage } from "~/http/page-number"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import { countWaitingWork } from "~/models/money/pay/entered-work.server"
import { listTeachersInstruments, listTeachersWith } from "~/models/people/teacher/list-teachers.server"
import {
  isNarrowed,
  listedColumns,
  readTeacherQuery,
  type TeacherColumn,
  writeTeacherQuery,
} from "~/models/people/teacher/teacher-query"
import {
  listFormerTeachers,
  reactivateTeacher,
} from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { countRequests } from "~/models/teaching/teacher-time/count-requests.server"
import { countOf } from "~/utils/count-of"
import { paths } from "~/utils/paths"

const list: ViewedList<TeacherColumn> = {
  noun: "teachers",
  columns: listedColumns,
  fields: ["teacher"],
  read: (parameters) => writeTeacherQuery(readTeacherQuery(parameters)),
  at: paths.teachers,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const { planName, teachers: spots } = findPlanUsage(actor)
  const filter = readTeacherQuery(new URL(request.url).searchParams)
  const page = readPage(request)
  const { total, listed, teachers } = listTeachersWith(actor, filter, page)
  const asked = { ...writeTeacherQuery(filter), page: page > 1 ? String(page) : undefined }
  const view = viewOf(actor, list, request, asked)
  const answers = answerTexts(
    actor,
    view.own,
    teachers.map(({ id }) => id),
  )
  const found = {
    view,
    filter,
    total,
    pages: paged(request, listed),
    former: listFormerTeachers(actor).map(({ id, name }) => ({ id, name })),
    teachers: teachers.map(({ memberId: _, ...teacher }) => ({ ...teacher, answers: answers(teacher.id) })),
    shown: teachers.length,
    instruments: listTeachersInstruments(actor),
    requests: countRequests(actor),
    waitingWork: countWaitingWork(actor),
    spots: spots.limit === null ? null : `${spots.used} of ${countOf(spots.limit, "teacher")} on ${planName}`,
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  return intents(request, paths.teachers(), {
    reactivate: act({
      run: (form) => reactivateTeacher(actor, idIn(form, "teacherId")),
      refusals: {
        "limit-reached": "Your plan has no teacher spot left. Upgrade or deactivate another teacher first.",
      },
      saved: ({ name }) => `${name} reactivated. Assign classes on each class’s page.`,
    }),
    else: (form) => changeView(actor, list, request, form),
  })
}

export const meta: MetaFunction = () => [{ title: "Teachers · Tutti" }]

export default function Teachers() {
  const found = useLoaderData<typeof loader>()
  const { view, teachers, shown, total, pages, former, requests, waitingWork, spots, filter } = found
  const head = (
    <>
      <PageHead
        title="Teachers"
        expression={total > 0 ? (spots ?? countOf(total, "teacher")) : undefined}
        actions={
          total > 0 ? (
            <>
              <LinkButton to={paths.absences()}>Absences</LinkButton>
              <LinkButton to={paths.pay()}>Teacher pay</LinkButton>
              <LinkButton to={paths.newTeacher()} variant="primary">
                New teacher
              </LinkButton>
            </>
          ) : undefined
        }
      />
      {waitingWork > 0 ? (
        <Callout>
          <p>
            {countOf(waitingWork, "entry of extra work waits", "entries of extra work wait")} for your answer.{" "}
            <Link to={paths.extraWork()}>Answer {waitingWork === 1 ? "it" : "them"}</Link>
          </p>
        </Callout>
      ) : null}
      {requests > 0 ? (
        <Callout tone="amber">
          <p>
            {countOf(requests, "request for time off waits", "requests for time off wait")} for your answer.{" "}
            <Link to={`${paths.absences()}#requests`}>Answer {requests === 1 ? "it" : "them"}</Link>
          </p>
        </Callout>
      ) : null}
    </>
  )
  return (
    <>
      {total > 0 ? (
        <ListScreen
          noun="teachers"
          view={view}
          columns={listedColumns}
          shown={shown}
          total={pages.total}
          at={paths.teachers}
          isNarrowed={isNarrowed(filter)}
          head={head}
          filters={<TeacherFilters filter={filter} fields={view.fields} instruments={found.instruments} />}
          empty={
            <EmptyState action={<LinkButton to={paths.teachers()}>Clear filters</LinkButton>}>
              No teachers match these filters.
            </EmptyState>
          }
          foot={<MorePages of="teachers" {...pages} />}
        >
          <TeacherTable teachers={teachers} columns={view.columns} own={view.own} filter={filter} />
        </ListScreen>
      ) : (
        <>
          {head}
          <EmptyState
            action={
              <LinkButton to={paths.newTeacher()} variant="primary">
                New teacher
              </LinkButton>
            }
          >
            No teachers yet. Add one to assign classes.
          </EmptyState>
        </>
      )}
      <p className="buttons">
        {pages.total + former.length > 1 ? (
          <Link to={paths.duplicates({ of: "teacher" })}>Possible duplicates</Link>
        ) : null}{" "}
        {pages.total > 0 ? <a href={paths.teachersFile(writeTeacherQuery(filter))}>Download CSV</a> : null}
      </p>
      <FormerTeachers teachers={former} />
    </>
  )
}
