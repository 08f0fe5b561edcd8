/** When everything in a package was written: a day in 1985, as in packages of npm. Real times would differ each time. */
const writtenAt = 499_162_500
const blockSize = 512

/**
 * A tar archive (POSIX ustar) of plain files. The same files give the same bytes, on every machine.
 *
 * @param files by path; a path has at most 100 ASCII characters
 */
export function tar(files: Record<string, string>): Buffer {
  const entries = Object.entries(files).flatMap(([path, text]) => {
    const content = Buffer.from(text)
    return [head(path, content.length), content, Buffer.alloc(-content.length & (blockSize - 1))]
  })
  return Buffer.concat([...entries, Buffer.alloc(2 * blockSize)])
}

function head(path: string, size: number): Buffer {
  if (!/^[\x21-\x7e]{1,100}$/.test(path)) throw new Error(`${path} does not fit into the head of a tar entry`)
  const block = Buffer.alloc(blockSize)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  block.write(path, 0)
  block.write(octal(0o644, 7), 100)
  block.write(octal(0, 7), 108)
  block.write(octal(0, 7), 116)
  block.write(octal(size, 11), 124)
  block.write(octal(writtenAt, 11), 136)
  // The sum counts its own place as spaces.
  block.write(' '.repeat(8), 148)
  block.write('0', 156)
  block.write('ustar\x0000', 257)
  const sum = block.reduce((all, byte) => all + byte, 0)
  block.write(`${octal(sum, 6)}\0 `, 148)
  return block
}
