/** The browser's own way of asking, from before a page's scripts put theirs in its place. */
export const browserFetch: typeof fetch = typeof window === "undefined" ? fetch : window.fetch.bind(window)
