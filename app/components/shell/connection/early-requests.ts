import { browserFetch } from "./browser-fetch"

// Requests of a page whose own way of asking (keep-page.ts) is still loading. Without it a lost connection would put an error page in
// the place of everything typed.

const pauseMs = 100
/** A form is sent after five seconds in any case; what can't be reached waits half a minute, as on a slow phone scripts can take long. */
const pauses = { form: 50, unreached: 300 }

/** Pages in the frame get their own way of asking; others never do. */
const isInFrame = () => document.querySelector(".sidebar") !== null
const asked = (): typeof fetch => (window.fetch === early ? browserFetch : window.fetch)

async function untilOwnWay(most: number) {
  for (let count = 0; count < most && isInFrame() && asked() === browserFetch; count += 1)
    await new Promise((done) => setTimeout(done, pauseMs))
}

/** Sends forms once the page's own way is there, and leaves to it what can't be reached, also where it came meanwhile. */
const early: typeof fetch = async (input, init) => {
  if (init?.method) await untilOwnWay(pauses.form)
  const way = asked()
  try {
    return await way(input, init)
  } catch (error) {
    if (way !== browserFetch || init?.signal?.aborted || !isInFrame()) throw error
  }
  await untilOwnWay(pauses.unreached)
  return asked()(input, init)
}

window.fetch = early
