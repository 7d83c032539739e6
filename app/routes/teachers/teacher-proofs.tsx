import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ProofsPage } from "~/components/people/proof/proof-list"
import { teacherFrame } from "~/components/people/teacher/teacher-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { teacherOfPage } from "~/http/page-reads.server"
import { may } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"
import { answerProofs, readProofs } from "../students/proof-answers.server"

/** The documents of a teacher, with what is missing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teacher:read")
  const found = orNotFound(teacherOfPage(actor, params.teacherId ?? ""))
  return {
    ...readProofs(actor, { noun: "teacher", id: found.id }),
    mayWrite: may(actor, "teacher:write") && found.erasedAt === null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teacher:write")
  const id = params.teacherId ?? ""
  if (!teacherOfPage(actor, id)) throw notFound()
  return answerProofs(actor, request, { noun: "teacher", id }, paths.teacherProofs(id))
}

export const handle: FramedPage = { tab: "overview" }

export const meta = frameTitle(teacherFrame, (found) => `Documents of ${found.name}`)

export default function TeacherProofs() {
  return <ProofsPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()?.result} />
}
