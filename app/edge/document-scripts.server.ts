// What Remix writes into every document for its scripts, in fewer bytes: its own is a third of a kilobyte longer with gzip.

/** How Remix's scripts begin to wait for the loaders' data. The browser's build has it at once (unused-router-parts.mjs). */
const waiting =
  "window.__remixContext.stream = new ReadableStream({start(controller){window.__remixContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());"
/** What stands before it: where the app lies, and ways of working, which are settled when the browser's scripts are built. */
const settings = "window.__remixContext = {"

const restoring = "((STORAGE_KEY, restoreKey) => {"
/** Scrolls to where this entry of the browser's history was left, as Remix's script does. */
const shortRestoring = `(()=>{let h=history,y;h.state?.key||h.replaceState({key:Math.random().toString(32).slice(2)},"");try{y=JSON.parse(sessionStorage.positions||"{}")[h.state.key];y>=0&&scrollTo(0,y)}catch{sessionStorage.removeItem("positions")}})()`

/** Ctrl+K or Cmd+K before the scripts run is kept for the palette (palette-opener.tsx), where a screen has one. */
const keepingKey = `onkeydown=e=>{(e.ctrlKey||e.metaKey)&&!e.altKey&&e.key=="k"&&document.querySelector("[data-palette]")&&(e.preventDefault(),paletteKey=e)}`

/**
 * The document with the loaders' data where Remix would wait for it, and with the shorter scripts. In parts, as its bytes
 * are made of them one after the other: as one text it would be copied again, which took a quarter of a millisecond.
 */
export function withState(html: string, state: string): string[] {
  const end = html.lastIndexOf(waiting)
  const begin = html.lastIndexOf(settings, end)
  const scroll = html.lastIndexOf(restoring, begin)
  if (end < 0 || begin < 0 || scroll < 0) throw new Error("Remix no longer waits for its data as it did.")
  return [
    html.slice(0, scroll),
    `${shortRestoring};${keepingKey}${html.slice(html.indexOf("</script>", scroll), begin)}window.__remixContext={basename:"/",state:`,
    state,
    `};${html.slice(end + waiting.length)}`,
  ]
}
