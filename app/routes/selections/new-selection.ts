import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/http/guards.server"
import { notFound } from "~/http/responses.server"
import { redirectWithToast } from "~/http/toast.server"
import { may } from "~/models/foundation/access/permissions"
import { mostSelected } from "~/models/foundation/selection/selection"
import { addSelection, findSelection } from "~/models/foundation/selection/selection.server"
import { findAct, listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { actTexts, nounTexts } from "~/models/overview/bulk/list-acts"
import { planSelection } from "~/models/overview/bulk/run-selection.server"
import { permissionOf, SelectionForm, selectRecords } from "~/models/overview/bulk/select-records.server"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { backToList } from "./lists.server"

/** The address of the lists' form; opened without it, it leads to a list. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "student:read")
  return redirect(paths.students())
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "student:read")
  const form = await request.formData()
  const read = SelectionForm.safeParse(Object.fromEntries(form))
  if (!read.success) throw notFound()
  const { noun, act: name, scope, list } = read.data
  const chosen = listActsFor(actor, noun).find((each) => each === name)
  if (!chosen || !may(actor.role, permissionOf[noun])) throw notFound()
  const ticked = form
    .getAll("id")
    .filter((id) => typeof id === "string")
    .slice(0, mostSelected)
  const { ids, foreign, tooMany } = selectRecords(actor, noun, { scope, list, ticked })
  if (foreign) throw notFound()
  const { many } = nounTexts[noun]
  const refuse = (title: string) => redirectWithToast(backToList(noun, list), { tone: "bad", title })
  if (tooMany) return refuse(`Select at most ${formatNumber(mostSelected)} ${many} at a time.`)
  if (ids.length === 0) return refuse(`Select ${many} first, then “${actTexts[chosen].button}”.`)
  const selectionId = addSelection(actor, { noun, act: chosen, ids })
  if (chosen === "message") return redirect(paths.newMessage({ to: `selection:${selectionId}` }), 303)
  const selection = findSelection(actor, selectionId)
  const act = findAct(actor, noun, chosen)
  const nothingToFill = act?.choice.safeParse({})
  if (selection && act && nothingToFill?.success) planSelection(actor, selection, act, nothingToFill.data)
  return redirect(paths.selection(selectionId), 303)
}
