import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { ProofsPage } from "~/components/people/proof/proof-list"
import { studentFrame } from "~/components/people/student/student-frame"
import { type FramedPage, frameTitle } from "~/components/shell/frame"
import { notFound, orNotFound, requireMember } from "~/http/guards.server"
import { studentOfPage } from "~/http/page-reads.server"
import { may } from "~/models/foundation/access/permissions"
import { paths } from "~/utils/paths"
import { answerProofs, readProofs } from "../students/proof-answers.server"

/** The documents of a student, with what is missing. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const found = orNotFound(studentOfPage(actor, params.studentId ?? ""))
  return {
    ...readProofs(actor, { noun: "student", id: found.id }),
    mayWrite: may(actor, "student:write") && found.erasedAt === null,
  }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:write")
  const id = params.studentId ?? ""
  if (!studentOfPage(actor, id)) throw notFound()
  return answerProofs(actor, request, { noun: "student", id }, paths.studentProofs(id))
}

export const handle: FramedPage = { tab: "overview" }

export const meta = frameTitle(studentFrame, (found) => `Documents of ${found.name}`)

export default function StudentProofs() {
  return <ProofsPage {...useLoaderData<typeof loader>()} result={useActionData<typeof action>()?.result} />
}
