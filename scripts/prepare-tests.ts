import { testNow } from "../tests/support/clock"
import { buildWhenStale } from "./build-when-stale.mjs"
import { seedWhenStale } from "./seed-when-stale.mjs"

// What the tests of routes, the journeys and the drills begin with, made once before they start: the built app and the
// seeded demo. Each of them makes what is missing by itself.

buildWhenStale()
seedWhenStale(testNow)
