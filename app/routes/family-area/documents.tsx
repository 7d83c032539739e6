import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { OwnProofsList } from "~/components/people/proof/own-proofs"
import type { FramedPage } from "~/components/shell/frame"
import { requireMember } from "~/http/guards.server"
import { paths } from "~/utils/paths"
import { answerOwnProofs, readOwnProofs } from "../students/proof-answers.server"

/** What the school requires of a family, with what they handed in. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "portal:read")
  return readOwnProofs(actor)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "portal:write")
  return answerOwnProofs(actor, request, paths.familyDocuments())
}

export const handle: FramedPage = {
  title: "Documents",
  column: "stack narrow",
  head: () => ({ expression: "what your school requires, checked by its office" }),
}

export const meta: MetaFunction = () => [{ title: "Documents for the school · Tutti" }]

export default function FamilyDocuments() {
  const loaded = useLoaderData<typeof loader>()
  return <OwnProofsList {...loaded} result={useActionData<typeof action>()?.result} />
}
