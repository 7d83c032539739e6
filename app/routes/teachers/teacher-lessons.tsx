import type { LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { AvailableHours } from "~/components/overview/record/available-hours"
import { TeacherWeek } from "~/components/overview/record/teacher-week"
import { PeriodLinks } from "~/components/overview/teacher-area/period-links"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle, useLoadedFrame } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { orNotFound } from "~/http/responses.server"
import { findTeacherWeek, weekOf } from "~/models/overview/record/teacher-record.server"
import { todayOf } from "~/utils/clock.server"
import { addDays, isWithinReach } from "~/utils/dates"
import { paths } from "~/utils/paths"

export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const teacher = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  const asked = new URL(request.url).searchParams.get("date") ?? ""
  const week = weekOf(actor, isWithinReach(asked) ? asked : todayOf(actor))
  return { week, ...findTeacherWeek(actor, teacher.id, week) }
}

export const handle: FramedPage = { tab: "lessons" }

export const meta = frameTitle(teacherFrame, (teacher) => `Lessons of ${teacher.name}`)

export default function TeacherLessonsPage() {
  const { id, name } = useLoadedFrame(teacherFrame)
  const { week, lessons, planned, times, hours } = useLoaderData<typeof loader>()
  const at = (date: string) => paths.teacherLessons(id, { date })
  return (
    <>
      <PeriodLinks
        unit="week"
        previous={at(addDays(week.first, -7))}
        today={paths.teacherLessons(id)}
        next={at(addDays(week.first, 7))}
      />
      <TeacherWeek name={name} week={week} lessons={lessons} planned={planned} hours={hours} />
      <AvailableHours teacherId={id} times={times} hours={hours} />
    </>
  )
}
