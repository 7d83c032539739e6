/** Room for the shadow and the margin below the last line, in pixels. */
const below = 24

/**
 * Tells the page around a frame how tall this one is, each time that changes, so that the frame can grow with it. No more than the
 * height is told, and nothing is taken from there.
 */
export function tellHeight() {
  const main = document.querySelector("main")
  if (parent === window || !main) return
  const tell = () => {
    const height = Math.ceil(main.getBoundingClientRect().bottom + scrollY) + below
    parent.postMessage({ tuttiHeight: height }, "*")
  }
  new ResizeObserver(tell).observe(main)
  tell()
}
