import { buildWhenStale } from "../../scripts/build-when-stale.mjs"

export default function setup() {
  buildWhenStale()
}
