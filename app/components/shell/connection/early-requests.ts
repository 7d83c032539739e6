// Requests of a page whose own way of asking (keep-page.ts) is still loading. Without it a lost connection would put an error page in
// the place of everything typed.

const browserFetch = window.fetch.bind(window)
const pauseMs = 100
/** Half a minute: on a slow phone the scripts that load last can take longer than a few seconds. */
const mostPauses = 300

/** Pages in the frame get their own way of asking; others never do. */
const isEarly = () => window.fetch === early && document.querySelector(".sidebar") !== null

/** Sends forms once the page's own way is there, and leaves to it what can't be read. */
const early: typeof fetch = async (input, init) => {
  if (!init?.method || !isEarly())
    try {
      return await browserFetch(input, init)
    } catch (error) {
      if (!isEarly()) throw error
    }
  for (let pauses = 0; pauses < mostPauses && isEarly(); pauses++)
    await new Promise((done) => setTimeout(done, pauseMs))
  return (isEarly() ? browserFetch : window.fetch)(input, init)
}

window.fetch = early
