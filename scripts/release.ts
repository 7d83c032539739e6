import { statSync } from "node:fs"
import { bytesText } from "~/utils/bytes"
import { packRelease } from "./make-release"

// Writes a release to releases/: docs/operations.md says how a machine takes it.

const file = packRelease("releases")
console.log(`${file} (${bytesText(statSync(file).size)}), and its checksum in ${file}.sha256`)
