import type { LoaderFunctionArgs } from "@remix-run/node"
import { Outlet } from "@remix-run/react"
import { FailedPage, whenRecordChanges } from "~/components/shell/frame"
import { ClassFrame, type FramedClass } from "~/components/teaching/class/class-frame"
import { requireMember } from "~/http/guards.server"
import { classOfPage } from "~/http/page-reads.server"
import { notFound } from "~/http/responses.server"

export const shouldRevalidate = whenRecordChanges("classId", "class-record")

export async function loader({ request, params }: LoaderFunctionArgs): Promise<FramedClass> {
  const actor = await requireMember(request, "class:read")
  const found = classOfPage(actor, params.classId ?? "")
  if (!found) throw notFound()
  return { id: found.id, name: found.name, isSolo: actor.school.kind === "solo" }
}

export default function ClassRecord() {
  return (
    <ClassFrame>
      <Outlet />
    </ClassFrame>
  )
}

export function ErrorBoundary() {
  return (
    <ClassFrame>
      <FailedPage />
    </ClassFrame>
  )
}
