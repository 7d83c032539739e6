import { homes } from "~/models/foundation/access/homes"

/**
 * Marks a login form for enhance/login.ts: how it tells a failure, and where each role lands. It also forgets a payment
 * that was approved in this tab, because a person who logs in has approved nothing yet.
 */
export const loginData = (failure: "toast" | "alert") => ({
  "data-login": failure,
  "data-homes": JSON.stringify(homes),
  "data-forgets-approval": "",
})
