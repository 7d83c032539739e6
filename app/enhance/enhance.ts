// The scripts of the public pages, each of which works without them. Each behavior finds its own parts of the page by
// their data attributes.

import { awaitActivation } from "./activation"
import { answerInPlace } from "./answered-in-place"
import { rememberApprovedPayment } from "./approved-payment"
import { fillCountryCode } from "./country-code"
import { delayWays, followLinks } from "./delayed-ways"
import { openFormsInDialogs } from "./form-dialog"
import { tellHeight } from "./frame-height"
import { keepPricesFresh } from "./fresh-prices"
import { showPendingForms } from "./pending-button"
import { preparePart } from "./prepared-part"
import { sendForms } from "./sent-forms"
import { showSlowNavigation } from "./slow-navigation"
import { openSubscriptionDialog } from "./subscription-dialog"
import { bringDraftsBack, keepDrafts } from "./typed-drafts"

/** Pages that need more than all others have a script of their own, which only they fetch. */
const further: Record<string, string> = {
  "[data-login]": "/login.js",
  "[data-paypal-buttons]": "/paypal-buttons.js",
}

bringDraftsBack()
keepDrafts()
preparePart(document)
showPendingForms()
for (const [selector, script] of Object.entries(further)) if (document.querySelector(selector)) import(script)
showSlowNavigation()
followLinks()
delayWays()
openSubscriptionDialog()
keepPricesFresh()
rememberApprovedPayment()
awaitActivation()
sendForms()
answerInPlace()
fillCountryCode()
openFormsInDialogs()
tellHeight()
