import { Outlet, useLocation, useRouteLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import { shellRouteId } from "~/components/form/post-form"
import { FailedPage, Frame } from "~/components/shell/frame"
import { Tabs } from "~/components/ui/tabs"
import { paths } from "~/utils/paths"

// This layout loads nothing: the shell knows the tabs, and each page guards and loads its own data.

export default function TeacherArea() {
  return (
    <TeacherAreaFrame>
      <Outlet />
    </TeacherAreaFrame>
  )
}

export function ErrorBoundary() {
  return (
    <TeacherAreaFrame>
      <FailedPage />
    </TeacherAreaFrame>
  )
}

const tabs = [
  { to: paths.teacherHome(), label: "Today" },
  { to: paths.teacherSchedule(), label: "My schedule" },
  { to: paths.teacherClasses(), label: "My lessons" },
  { to: paths.teacherStudents(), label: "My students" },
  { to: paths.teacherResources(), label: "Resources" },
  { to: paths.teacherAnalytics(), label: "Hours" },
  { to: paths.teacherSettings(), label: "Profile and calendar" },
]

/** A solo teacher's teaching tabs, because their menu is the office's; other teachers have these in the menu. */
function OwnTabs() {
  const { pathname } = useLocation()
  const shell = useRouteLoaderData<{ role: string }>(shellRouteId)
  if (shell?.role !== "solo_teacher_admin") return null
  return <Tabs label="Your teaching" tabs={tabs.map((tab) => ({ ...tab, key: tab.to }))} current={pathname} />
}

/** The heading of a teacher's own screens, and a solo teacher's tabs over it. */
const TeacherAreaFrame = ({ children }: { children: ReactNode }) => (
  <Frame above={<OwnTabs />}>{children}</Frame>
)
