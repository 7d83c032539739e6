import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useLoaderData, useLocation } from "@remix-run/react"
import { WhoseLessonsList } from "~/components/teaching/schedule/whose-lessons"
import { FindTimesForm } from "~/components/teaching/week/find-times-form"
import { FoundTimes } from "~/components/teaching/week/found-times"
import { PageHead } from "~/components/ui/page-head"
import { requireMember } from "~/http/guards.server"
import { orNotFound } from "~/http/responses.server"
import { readListPage } from "~/models/overview/list-page/list-page.server"
import type { FindTimesQuery } from "~/models/teaching/free-time/find-times-query"
import { paths } from "~/utils/paths"

export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "schedule:write")
  const { searchParams } = new URL(request.url)
  const page = orNotFound(await readListPage(actor, "times", searchParams, request.signal))
  return { ...page, isSolo: actor.school.kind === "solo" }
}

export const meta: MetaFunction = () => [{ title: "Find a time · Tutti" }]

export default function FindATime() {
  const { query, errors, lesson, chosenClass, classId, chosen, found, lines, times, isSolo } =
    useLoaderData<typeof loader>()
  const { search } = useLocation()
  const subject = lesson?.title ?? chosenClass?.name
  return (
    <>
      <PageHead
        title="Find a time"
        back={
          lesson
            ? { to: paths.editSession(lesson.id), label: lesson.title }
            : { to: paths.schedule(), label: "Schedule" }
        }
        expression={subject ? `For ${subject}` : undefined}
      />
      <div className="finder">
        <FindTimesForm
          query={query}
          errors={errors}
          chosen={lesson || chosenClass ? [] : chosen}
          subject={subject}
          lines={lines}
          isSolo={isSolo}
          addressWithout={(id) =>
            addressOf(
              query,
              query.studentIds.filter((each) => each !== id),
            )
          }
        />
        <div className="section">
          {query.search ? (
            <WhoseLessonsList
              heading="For whom?"
              search={query.search}
              found={found}
              to={(one) =>
                one.kind === "class"
                  ? paths.findTime({ class: one.id })
                  : addressOf(query, [...query.studentIds, one.id])
              }
            />
          ) : null}
          <FoundTimes
            times={times}
            hasErrors={Object.keys(errors).length > 0}
            lessonId={lesson?.id}
            classId={classId}
            studentIds={chosen.map(({ id }) => id)}
            minutes={query.minutes}
            find={search.slice(1)}
          />
        </div>
      </div>
    </>
  )
}

/** The same search for these students. */
function addressOf({ minutes, teacherId, roomId, from, to }: FindTimesQuery, studentIds: string[]): string {
  const parameters = new URLSearchParams(studentIds.map((id) => ["student", id]))
  // Without a length the first student's own lesson fills in the form.
  const kept = { teacher: teacherId, room: roomId, minutes: studentIds.length > 1 ? minutes : "", from, to }
  for (const [name, value] of Object.entries(kept)) if (value) parameters.set(name, value)
  return `${paths.findTime()}?${parameters}`
}
