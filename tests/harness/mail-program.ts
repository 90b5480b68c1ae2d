import { openMailServer } from './mail-server.ts'

/**
 * A mail server in a process that tests can kill. It prints its port, and the id of each mail before it
 * accepts the mail.
 */
const server = await openMailServer({
  onData(stream, _session, callback) {
    const chunks: Buffer[] = []
    stream.on('data', (chunk: Buffer) => chunks.push(chunk))
    stream.on('end', () => {
      const id = /^Message-ID:\s+(\S+)/imu.exec(Buffer.concat(chunks).toString())?.[1]
      process.stdout.write(`${id}\n`, () => callback())
    })
  },
})
process.stdout.write(`${server.port}\n`)
