import { Outlet } from "@remix-run/react"
import { TeacherAreaFrame } from "~/components/overview/teacher-area/teacher-area-frame"
import { FailedPage } from "~/components/shell/frame"

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
