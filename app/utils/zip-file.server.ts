import { type FileHandle, open } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { promisify } from "node:util"
import { crc32, createDeflateRaw, deflateRaw } from "node:zlib"

// A ZIP file written to the disk entry by entry, so that memory stays flat however large it grows: local headers, the
// central directory, its end (APPNOTE 6.3.3).

/** Larger ones, and more entries, would need another form of the file. */
const mostBytes = 0xff_ff_ff_ff
const mostEntries = 0xff_ff
/** Left for what is added last, and for the directory. */
const spareBytes = 64 * 2 ** 20
const spareEntries = 100

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>

export type ZipFile = {
  /** Adds an entry of what comes, in its order. */
  add(name: string, chunks: Chunks): Promise<void>
  /** Whether an entry of so many bytes can be added and the file still be ended. */
  hasRoomFor(bytes: number): boolean
  /** Writes the directory; only then it is a ZIP file. */
  end(): Promise<void>
}

/** Begins a ZIP file, which must not be there yet, readable only by this user. */
export async function beginZipFile(path: string, most = mostBytes): Promise<ZipFile> {
  const file = await open(path, "wx", 0o600)
  const directory: Buffer[] = []
  let offset = 0
  return {
    async add(name, chunks) {
      const at = offset
      const sums = { crc: 0, size: 0, packed: 0 }
      offset += zipEntryHead(name, sums).length
      async function* counted() {
        for await (const chunk of chunks) {
          sums.crc = crc32(chunk, sums.crc)
          sums.size += chunk.length
          yield chunk
        }
      }
      await pipeline(counted, createDeflateRaw(), async (parts: AsyncIterable<Buffer>) => {
        for await (const part of parts) {
          await write(file, part, offset)
          offset += part.length
          sums.packed += part.length
        }
      })
      if (Math.max(sums.size, offset) > most) throw new Error("The file is too large for a ZIP file.")
      await write(file, zipEntryHead(name, sums), at)
      directory.push(zipDirectory.entry(name, sums, at))
    },
    hasRoomFor: (bytes) =>
      offset + bytes + spareBytes <= most && directory.length + spareEntries < mostEntries,
    async end() {
      const central = Buffer.concat(directory)
      await write(
        file,
        Buffer.concat([central, zipDirectory.end(directory.length, central.length, offset)]),
        offset,
      )
      await file.sync()
      await file.close()
    },
  }
}

const deflate = promisify(deflateRaw)

/** A ZIP file that is sent while it is made: entries as they come, each small enough to be held in memory. */
export async function* zipChunks(
  entries: AsyncIterable<{ name: string; bytes: Buffer }>,
): AsyncGenerator<Buffer> {
  const directory: Buffer[] = []
  let offset = 0
  for await (const { name, bytes } of entries) {
    const packed = await deflate(bytes)
    const sums = { crc: crc32(bytes), size: bytes.length, packed: packed.length }
    const head = zipEntryHead(name, sums)
    directory.push(zipDirectory.entry(name, sums, offset))
    offset += head.length + packed.length
    yield head
    yield packed
  }
  const central = Buffer.concat(directory)
  yield Buffer.concat([central, zipDirectory.end(directory.length, central.length, offset)])
}

async function write(file: FileHandle, bytes: Buffer, at: number) {
  let written = 0
  while (written < bytes.length) {
    const { bytesWritten } = await file.write(bytes, written, bytes.length - written, at + written)
    written += bytesWritten
  }
}

/** What the heads of an entry say of its bytes. */
type Sums = { crc: number; size: number; packed: number }

const utf8Names = 0x0800
const deflated = 8
/** January 1, 1980: entries carry no time of their own. */
const noDate = 0x0021

function factsOf(name: string, { crc, size, packed }: Sums) {
  const path = Buffer.from(name, "utf8")
  const facts = Buffer.alloc(26)
  facts.writeUInt16LE(20, 0)
  facts.writeUInt16LE(utf8Names, 2)
  facts.writeUInt16LE(deflated, 4)
  facts.writeUInt16LE(noDate, 8)
  facts.writeUInt32LE(crc, 10)
  facts.writeUInt32LE(packed, 14)
  facts.writeUInt32LE(size, 18)
  facts.writeUInt16LE(path.length, 22)
  return { path, facts }
}

/** What stands before an entry's packed bytes; as long whatever the sums are. */
function zipEntryHead(name: string, sums: Sums): Buffer {
  const { path, facts } = factsOf(name, sums)
  return Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), facts, path])
}

/** The parts of the central directory, which is written last. */
const zipDirectory = {
  entry(name: string, sums: Sums, offset: number): Buffer {
    const { path, facts } = factsOf(name, sums)
    const header = Buffer.alloc(14)
    header.writeUInt32LE(offset, 10)
    return Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), facts, header, path])
  },
  end(entries: number, length: number, offset: number): Buffer {
    const end = Buffer.alloc(22)
    end.write("PK\x05\x06", "latin1")
    end.writeUInt16LE(entries, 8)
    end.writeUInt16LE(entries, 10)
    end.writeUInt32LE(length, 12)
    end.writeUInt32LE(offset, 16)
    return end
  },
}
