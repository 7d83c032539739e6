import type { LoaderFunctionArgs } from "@remix-run/node"
import { fileAnswer } from "~/http/file-answer.server"
import { orNotFound, requireMember } from "~/http/guards.server"
import { readProofFile } from "~/models/people/proof/proofs.server"

/** The file of a required document, always downloaded. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "preferences:own")
  const file = orNotFound(await readProofFile(actor, params.proofId ?? ""))
  return fileAnswer(file)
}
