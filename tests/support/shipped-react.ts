/**
 * Loads React and Remix as they ship, so that the pages of these tests are drawn by the code that draws them in
 * production. Each chooses when it loads, by NODE_ENV; everything else keeps the tests' own.
 */
const before = process.env.NODE_ENV
process.env.NODE_ENV = "production"
await import("react")
await import("react/jsx-runtime")
await import("react-dom/server")
await import("@remix-run/react")
await import("@remix-run/node")
process.env.NODE_ENV = before

export {}
