import { fetchDirectly } from "~/components/shell/connection/page-requests"
import { senderHeader } from "~/utils/sender-header"

/**
 * Posts what waited on this device as its page would. It says whose it is: another tab of this browser may have logged in as
 * someone else by now, in whose name the server doesn't take it.
 */
export const sendFor = (
  owner: string,
  address: string,
  body: URLSearchParams | FormData,
): Promise<Response> => fetchDirectly(address, { method: "POST", body, headers: { [senderHeader]: owner } })
