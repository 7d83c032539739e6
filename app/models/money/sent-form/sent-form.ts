// A form that was sent before and comes again with other facts, as by the browser's Back. Safe in the browser.

/** What the form says then; it has a key of its own again. */
export const sentBefore =
  "This form was already sent with other details. Press the button again to save this one as well."
