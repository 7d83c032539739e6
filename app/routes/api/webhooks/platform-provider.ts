import type { ActionFunctionArgs } from "@remix-run/node"
import { refuseForged } from "~/http/forged-message.server"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, onlyPost, refuseJson } from "~/http/json.server"
import { receiveProviderEvent } from "~/models/accounts/provider-event/provider-event.server"
import { providerMessages } from "~/providers/platform-provider.server"
import { isReplicated } from "~/providers/replication/replicated.server"
import { platformProvider } from "~/utils/payment-providers"

/**
 * An event from the platform's provider. Only messages with a valid signature are accepted; each is stored
 * once, and a job asks the provider for the current state.
 */
export async function action({ request }: ActionFunctionArgs) {
  allowAnyone()
  if (request.method !== "POST") return onlyPost()
  const raw = Buffer.from(await request.arrayBuffer())
  switch (await providerMessages.judge(request.headers, raw)) {
    case "not-configured":
      return refuseJson("No webhook is set up here.", 503)
    case "unreachable":
      return refuseJson("The certificate could not be fetched. Send this again.", 503)
    case "forged":
      return refuseForged(request, {
        sender: platformProvider,
        whose: `${platformProvider}'s`,
        id: { transmissionId: providerMessages.idOf(request.headers) },
      })
    case "genuine": {
      const message = providerMessages.read(raw.toString("utf8"))
      if (!message) return refuseJson("This message can’t be read.", 400)
      const isNew = receiveProviderEvent(message, raw.toString("utf8"))
      // The provider doesn't repeat an answered message, so another machine must have it first.
      if (!(await isReplicated())) return refuseJson("This isn’t stored safely yet. Send it again.", 503)
      return answerJson({ received: true, isNew })
    }
  }
}

export function loader() {
  allowAnyone()
  return onlyPost()
}
