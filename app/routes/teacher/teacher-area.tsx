import { Outlet } from "@remix-run/react"
import { TeacherAreaFrame } from "~/components/overview/teacher-area/teacher-area-frame"
import { FailedPage } from "~/components/shell/frame"

// Nothing is loaded here: whose tabs they are, the shell knows, and each page guards and loads its own.

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
