import { homes } from "~/models/foundation/access/homes"

/**
 * Marks a login form for enhance/login.ts: how it reports a failure, and where each role lands. It also forgets a
 * payment approved in this tab, because the person who logs in may be someone else.
 */
export const loginData = (failure: "toast" | "alert") => ({
  "data-login": failure,
  "data-homes": JSON.stringify(homes),
  "data-forgets-approval": "",
})
