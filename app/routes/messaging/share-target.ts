import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, redirectDocument } from "@remix-run/node"
import { findViewer, requireMember } from "~/http/guards.server"
import { keepToast } from "~/http/toast.server"
import { keepShared } from "~/models/communication/messaging/message-file.server"
import { paths } from "~/utils/paths"
import { SharedText } from "./begun-message.server"

// Where a phone's Share menu sends a photo, PDF, recording, text or link (share_target in manifest.webmanifest).

/** Reloading what was shared leads to the form. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireMember(request, "message:read")
  return redirect(paths.newMessage())
}

/** Stores the file and leads to the form that sends it: what is shared reaches only the person who shared it. */
export async function action({ request }: ActionFunctionArgs) {
  const viewer = await findViewer(request)
  if (!viewer) throw await loginFirst()
  const actor = await requireMember(request, "message:read")
  // A body that is no form reads as an empty one.
  const form = await request.formData().catch(() => new FormData())
  const { subject, text } = SharedText.parse(Object.fromEntries(form))
  return redirect(paths.newMessage({ subject, text, ...(await keepShared(actor, form.getAll("file"))) }), 303)
}

/** The file isn't kept without a login. */
async function loginFirst() {
  const toast = await keepToast({
    title: "You’re logged out",
    text: "Log in, then share it again.",
    tone: "bad",
  })
  return redirectDocument(paths.login(paths.newMessage()), { headers: { "Set-Cookie": toast } })
}
