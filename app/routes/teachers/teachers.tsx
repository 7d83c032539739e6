import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { AnswerSummary } from "~/components/form/answer-summary"
import { ColumnChoice } from "~/components/foundation/list-view/column-choice"
import { SavedFilters } from "~/components/foundation/list-view/saved-filters"
import { SelectionForm } from "~/components/overview/bulk/selection-form"
import { TeacherFilters } from "~/components/people/teacher/teacher-filters"
import { TeacherTable } from "~/components/people/teacher/teacher-table"
import { FormerTeachers } from "~/components/teaching/teacher-time/former-teachers"
import { LinkButton } from "~/components/ui/button"
import { Callout } from "~/components/ui/callout"
import { EmptyState } from "~/components/ui/empty-state"
import { Link } from "~/components/ui/link"
import { PageHead } from "~/components/ui/page-head"
import { Pagination } from "~/components/ui/pagination"
import { requireMember } from "~/http/guards.server"
import { changeView, type ViewedList, viewOf } from "~/http/list-view.server"
import { paged } from "~/http/page-number"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { findPlanUsage } from "~/models/accounts/subscription/plan-usage.server"
import { answerTexts } from "~/models/foundation/custom-field/answers.server"
import { textOfQuery } from "~/models/foundation/saved-filter/list-view"
import { countWaitingWork } from "~/models/money/pay/entered-work.server"
import { listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import {
  listTeachersInstruments,
  listTeachersWith,
  teachersPerPage,
} from "~/models/people/teacher/list-teachers.server"
import {
  isNarrowed,
  listedColumns,
  readTeacherQuery,
  type TeacherColumn,
  writeTeacherQuery,
} from "~/models/people/teacher/teacher-query"
import { listFormerTeachers } from "~/models/teaching/teacher-leaving/deactivate-teacher.server"
import { reactivateTeacher } from "~/models/teaching/teacher-leaving/reactivate-teacher.server"
import { countRequests } from "~/models/teaching/teacher-time/count-requests.server"
import { countOf } from "~/utils/count-of"
import { pageOf, pagesAround } from "~/utils/page-number"
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
  const { searchParams } = new URL(request.url)
  const filter = readTeacherQuery(searchParams)
  const page = pageOf(searchParams)
  const { total, listed, teachers } = listTeachersWith(actor, filter, page)
  const { own, ...view } = viewOf(actor, list, request)
  const answers = answerTexts(
    actor,
    own,
    teachers.map(({ id }) => id),
  )
  const found = {
    ...view,
    own: own.map(({ id, name }) => ({ id, name })),
    filter,
    total,
    pages: pagesAround(
      paged(request, { page, perPage: teachersPerPage, shown: teachers.length, total: listed }),
      (other) => paths.teachers({ ...writeTeacherQuery(filter), page: other }),
    ),
    former: listFormerTeachers(actor).map(({ id, name }) => ({ id, name })),
    teachers: teachers.map(({ memberId: _, ...teacher }) => ({ ...teacher, answers: answers(teacher.id) })),
    shown: teachers.length,
    instruments: listTeachersInstruments(actor),
    list: textOfQuery({ ...writeTeacherQuery(filter), page: page > 1 ? String(page) : undefined }),
    acts: listActsFor(actor, "teachers"),
    requests: countRequests(actor),
    waitingWork: countWaitingWork(actor),
    spots: spots.limit === null ? null : `${spots.used} of ${countOf(spots.limit, "teacher")} on ${planName}`,
  }
  return found
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const form = await request.formData()
  const teacherId = String(form.get("teacherId"))
  switch (form.get("intent")) {
    case "reactivate": {
      const back = reactivateTeacher(actor, teacherId)
      if (back.ok)
        return redirectWithToast(
          paths.teachers(),
          `${back.name} reactivated. Assign classes on each class’s page.`,
        )
      if (back.reason === "not-found") throw notFound()
      return redirectWithToast(paths.teachers(), {
        title: "Your plan has no teacher spot left. Upgrade or deactivate another teacher first.",
        tone: "bad",
      })
    }
    default:
      return changeView(actor, list, request, form)
  }
}

export const meta: MetaFunction = () => [{ title: "Teachers · Tutti" }]

export default function Teachers() {
  const found = useLoaderData<typeof loader>()
  const {
    teachers,
    shown,
    total,
    pages,
    former,
    requests,
    waitingWork,
    spots,
    filter,
    columns,
    own,
    fields,
  } = found
  const result = useActionData<typeof action>()?.result
  const count = countOf(total, "teacher")
  return (
    <>
      <AnswerSummary formId="save-filter" result={result} />
      <PageHead
        title="Teachers"
        expression={total > 0 ? (spots ?? count) : undefined}
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
      {total > 0 ? (
        <>
          <SavedFilters
            saved={found.saved}
            current={found.current}
            at={paths.teachers}
            canMessage
            canSave={isNarrowed(filter)}
            result={result}
          />
          <TeacherFilters filter={filter} fields={fields} instruments={found.instruments} />
          {shown > 0 ? (
            <SelectionForm
              noun="teachers"
              acts={found.acts}
              list={found.list}
              shown={shown}
              total={pages.total}
            >
              <TeacherTable teachers={teachers} columns={columns} own={own} filter={filter} />
            </SelectionForm>
          ) : (
            <EmptyState action={<LinkButton to={paths.teachers()}>Clear filters</LinkButton>}>
              No teachers match these filters.
            </EmptyState>
          )}
          {pages.previous || pages.next ? <Pagination of="teachers" {...pages} /> : null}
          <ColumnChoice of={listedColumns} columns={columns} own={own} fields={fields} />
        </>
      ) : (
        <EmptyState
          action={
            <LinkButton to={paths.newTeacher()} variant="primary">
              New teacher
            </LinkButton>
          }
        >
          No teachers yet. Add one to assign classes.
        </EmptyState>
      )}
      <p className="buttons">
        {pages.total + former.length > 1 ? (
          <Link to={paths.duplicates({ of: "teacher" })}>Possible duplicates</Link>
        ) : null}
        {pages.total > 0 ? <a href={paths.teachersFile(writeTeacherQuery(filter))}>Download CSV</a> : null}
      </p>
      <FormerTeachers teachers={former} />
    </>
  )
}
