import { readFileSync, statSync } from "node:fs"
import type { TestProject } from "vitest/node"
import { buildForOneTest } from "../../scripts/build-for-one-test.mjs"
import { buildWhenStale, isBuildFresh } from "../../scripts/build-when-stale.mjs"

const wholeBuild = "build/server/index.js"

/** Provides the server that route tests ask. Files named on the command line get a quick one unless they need more. */
export default async function setup(project: TestProject) {
  const isQuick = !isBuildFresh() && takesQuickBuild(process.argv.slice(2))
  const build = async () => {
    if (isQuick) return buildForOneTest()
    buildWhenStale()
    return wholeBuild
  }
  project.provide("serverBuild", await build())
  // In watch mode the next run is of what was changed.
  project.onTestsRerun(async () => void (await build()))
}

/** Whether only files are named, and none of them asks for scripts, styles or the server as a process. */
function takesQuickBuild(args: string[]): boolean {
  const named = args.filter((arg) => arg.startsWith("tests/"))
  return (
    named.length > 0 &&
    named.every((path) => isFile(path) && !/build\/|support\/server"/.test(readFileSync(path, "utf8")))
  )
}

/** A folder named on the command line may hold any tests. */
const isFile = (path: string) => statSync(path, { throwIfNoEntry: false })?.isFile() === true

declare module "vitest" {
  export interface ProvidedContext {
    serverBuild: string
  }
}
