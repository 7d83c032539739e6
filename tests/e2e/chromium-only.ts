/**
 * Journeys without scripts that need a browser all the same, each with what only a browser has. The others run over
 * `tests/support/plain-browser`, which throws at what it doesn't know. A name is a file's, or the beginning of a journey's.
 */
export const chromiumOnly: Record<string, string> = {
  "every-screen-fits.test.ts": "sizes and places",
  "attendance-on-a-phone.test.ts": "sizes and places",
  "list-scrolls-by-itself.test.ts": "sizes and places",
  "messages-are-seen.test.ts": "whether a message is in view",
  "next-page-begins-at-its-top.test.ts": "how far a page is scrolled",
  "a lesson of the opened day shows its whole name": "sizes",
  "a phone’s week by room": "sizes",
  "from tab to tab of a student": "text as it is drawn",
  "lists-send-nothing-twice.test.ts": "text as it is drawn",
  "the office of a large school finds": "a phone",
  "an office invites every family": "the height of a bar",
  "Back after a refused": "what a browser keeps of a page that was left",
  "a stranger asks for lessons": "a page within another site's",
  "a stranger books a trial": "a phone",
}
