import { crc32, deflateRawSync } from "node:zlib"

// A ZIP file of a few entries, made in memory: local headers, the central directory, its end (APPNOTE 6.3.3).

type Entry = { name: string; bytes: Buffer }

const utf8Names = 0x0800
const deflated = 8
/** January 1, 1980: entries carry no time of their own. */
const noDate = 0x0021

/** The entries as one ZIP file. Names are relative paths; less than 4 GB in all. */
export function zipOf(entries: readonly Entry[]): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name, "utf8")
    const packed = deflateRawSync(bytes)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(utf8Names, 2)
    facts.writeUInt16LE(deflated, 4)
    facts.writeUInt16LE(noDate, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(path.length, 22)
    const header = Buffer.alloc(14)
    header.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path])
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, header, path]))
    parts.push(local, packed)
    offset += local.length + packed.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write("PK\x05\x06", "latin1")
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(central.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, central, end])
}
