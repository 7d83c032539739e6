import { isReplicated } from "~/providers/replication/replicated.server"
import { redirectWithToast, type Toast } from "./toast.server"

/** Added to the message while only one machine is known to have the write. */
const notConfirmed = "Saved, but the copy on a second machine isn’t confirmed yet. Check again in a minute."

/** For money: redirects once the write is safe on another machine, or adds that this isn't confirmed. */
export async function redirectWhenReplicated(to: string, said: string | Toast, links?: Toast["links"]) {
  const toast: Toast = typeof said === "string" ? { title: said, tone: "good" } : said
  const text = [toast.text, (await isReplicated()) ? undefined : notConfirmed].filter(Boolean).join(" ")
  return redirectWithToast(to, { ...toast, text: text || undefined, links })
}
