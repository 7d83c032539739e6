import { isReplicated } from "~/providers/replication/replicated.server"
import { redirectWithToast } from "./toast.server"

/** Said beside what was saved while only one machine is known to have it. */
const notConfirmed =
  "It is saved, and its copy on a second machine is not confirmed yet. Look again in a minute."

/** For money: goes on and says what happened once the write is safe on another machine, or adds that this is not known. */
export async function redirectWhenReplicated(to: string, title: string) {
  const toast = (await isReplicated()) ? title : ({ title, text: notConfirmed, tone: "good" } as const)
  return redirectWithToast(to, toast)
}
