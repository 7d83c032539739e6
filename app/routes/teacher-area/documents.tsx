import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { OwnProofsList } from "~/components/people/proof/own-proofs"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"
import { answerOwnProofs, readOwnProofs } from "../students/proof-answers.server"

/** What the school requires of a teacher, with what they handed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "teaching:read")
  return readOwnProofs(actor)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "teaching:write")
  return answerOwnProofs(actor, request, paths.teacherDocuments())
}

export const handle: FramedPage = {
  title: "Documents",
  column: "stack narrow",
  head: () => ({ expression: "what your school requires, checked by its office" }),
}

export const meta: MetaFunction = () => [{ title: "My documents · Tutti" }]

export default function TeacherDocuments() {
  const loaded = useLoaderData<typeof loader>()
  return <OwnProofsList {...loaded} result={useActionData<typeof action>()?.result} />
}
