import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { notFound, requireMember } from "~/http/guards.server"
import { redirectWithToast } from "~/http/toast.server"
import { isAboutMoney } from "~/models/communication/messaging/audience-choices.server"
import { may } from "~/models/foundation/access/permissions"
import { mostSelected, type SelectableNoun } from "~/models/foundation/selection/selection"
import { addSelection, findSelection } from "~/models/foundation/selection/selection.server"
import { findAct, listActsFor } from "~/models/overview/bulk/bulk-acts.server"
import { actTextsOf, mostOfAct, nounTexts } from "~/models/overview/bulk/list-acts"
import { planSelection } from "~/models/overview/bulk/run-selection.server"
import { permissionOf, SelectionForm, selectRecords } from "~/models/overview/bulk/select-records.server"
import { studentsOfFamilies } from "~/models/people/student/list-students.server"
import { formatNumber } from "~/utils/formats"
import { paths } from "~/utils/paths"
import { backToList, listOf } from "./lists.server"

/** The address of the lists' form; opened without it, it leads to a list. */
export async function loader({ request }: LoaderFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  const noun = (["students", "classes", "invoices"] as const).find((each) => may(actor, permissionOf[each]))
  return redirect(listOf(noun ?? "students").to)
}

export async function action({ request }: ActionFunctionArgs) {
  const actor = await requireMember(request, "list:select")
  const form = await request.formData()
  const read = SelectionForm.safeParse(Object.fromEntries(form))
  if (!read.success) throw notFound()
  const { noun, act: name, scope, list } = read.data
  const chosen = listActsFor(actor, noun).find((each) => each === name)
  if (!chosen || !may(actor, permissionOf[noun])) throw notFound()
  const ticked = form
    .getAll("id")
    .filter((id) => typeof id === "string")
    .slice(0, mostSelected)
  const { ids, foreign, tooMany } = selectRecords(actor, noun, { scope, list, ticked })
  if (foreign) throw notFound()
  const { many } = nounTexts[noun]
  const refuse = (title: string) => redirectWithToast(backToList(noun, list), { tone: "bad", title })
  const most = mostOfAct[chosen] ?? mostSelected
  if (tooMany || ids.length > most) return refuse(`Select at most ${formatNumber(most)} ${many} at a time.`)
  if (ids.length === 0) return refuse(`Select ${many} first, then “${actTextsOf(chosen, noun).button}.”`)
  if (chosen === "merge") {
    const compared = compareAt(noun, ids)
    return compared ? redirect(compared, 303) : refuse(`Select two ${many} to merge.`)
  }
  // Messages and invitations to families go through their students; a file and a field are of the families themselves.
  const isOfFamilies = noun === "families" && chosen !== "export" && chosen !== "field"
  const chosenIds = isOfFamilies ? studentsOfFamilies(actor, ids) : ids
  if (chosenIds.length === 0) return refuse("These families have no current students.")
  const kept = isOfFamilies ? ("students" as const) : noun
  const about = chosen === "message" && isAboutMoney({ noun, query: list }) ? { about: "money" } : null
  const selectionId = addSelection(actor, { noun: kept, act: chosen, ids: chosenIds, choice: about })
  if (chosen === "message") return redirect(paths.newMessage({ to: `selection:${selectionId}` }), 303)
  const selection = findSelection(actor, selectionId)
  const act = findAct(actor, kept, chosen)
  const nothingToFill = act?.choice.safeParse({})
  if (selection && act && nothingToFill?.success)
    await planSelection(actor, selection, act, nothingToFill.data)
  const of = isOfFamilies ? ("families" as const) : undefined
  return redirect(paths.selection(selectionId, { list, of }), 303)
}

/** Where two of a list are compared before they become one; undefined for more or fewer. */
function compareAt(noun: SelectableNoun, [keep, gone, ...others]: readonly string[]): string | undefined {
  if (!keep || !gone || others.length > 0) return undefined
  if (noun === "families") return paths.mergeFamilies({ keep, gone })
  return paths.mergePeople({ noun: noun === "teachers" ? "teacher" : "student", keep, gone })
}
