import type { TestProject } from "vitest/node"
import { seedWhenStale } from "../../scripts/seed-when-stale.mjs"
import { testNow } from "./clock"

/** Seeds the demo once, at the tests' own time; files that want it work on a copy (`useSeededDatabase`). */
export default function setup(project: TestProject) {
  project.provide("seededDatabase", seedWhenStale(testNow))
}

declare module "vitest" {
  export interface ProvidedContext {
    seededDatabase: string
  }
}
