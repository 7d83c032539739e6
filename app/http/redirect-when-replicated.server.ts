import { isReplicated } from "~/providers/replication/replicated.server"
import { redirectWithToast } from "./toast.server"

/** Added to the message while only one machine is known to have the write. */
const notConfirmed = "Saved, but the copy on a second machine isn’t confirmed yet. Check again in a minute."

/** For money: redirects once the write is safe on another machine, or adds that this isn't confirmed. */
export async function redirectWhenReplicated(to: string, title: string) {
  const toast = (await isReplicated()) ? title : ({ title, text: notConfirmed, tone: "good" } as const)
  return redirectWithToast(to, toast)
}
