import type { LoaderFunctionArgs } from "@remix-run/node"
import { allowAnyone } from "~/http/guards.server"
import { answerJson, nothingThere, onlyMethod } from "~/http/json.server"
import { providerPages } from "~/providers/platform-provider.server"

/** `GET /api/{provider}/config` (spec §7). The server's mode decides; `?sandbox=true` changes nothing. */
export function loader({ params }: LoaderFunctionArgs) {
  allowAnyone()
  const config = providerPages.findConfig(params.providerKey ?? "")
  return config ? answerJson(config) : nothingThere()
}

export function action() {
  allowAnyone()
  return onlyMethod("GET")
}
