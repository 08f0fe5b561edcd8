/** Addresses inside of a network, in the notations that URLs know, and names that lead inside. */

const ipv4 = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.0.0.53',
  '127.255.255.254',
  '169.254.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '192.168.255.255',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
]

const ipv6 = [
  '::',
  '::1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::7f00:1',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:7f00:1::',
  '2001:db8::1',
  '2001:10::1',
  '2002:7f00:1::',
  '2002:a9fe:a9fe::1',
  'fc00::1',
  'fd00:ec2::254',
  'fdff:ffff::1',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'ff02::1',
]

/** 127.0.0.1 and 169.254.169.254 in the other ways to write them. */
const numbers = [
  '2130706433',
  '0x7f000001',
  '017700000001',
  '127.1',
  '127.0.1',
  '0x7f.1',
  '0x7f.0x0.0x0.0x1',
  '0177.0.0.1',
  '0177.1',
  '127.0.0.01',
  '2852039166',
  '0xa9fea9fe',
  '025177524776',
  '0xa9.254.169.254',
  '169.16689662',
  '0',
  '0x0',
  '1',
  '10.1',
  '3232235521',
  '127.0.0.1.',
  '①②⑦.⓪.⓪.①',
  '１２７.０.０.１',
  '127。0。0。1',
  '%31%32%37.0.0.1',
]

const names = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'localhost..',
  'app.localhost',
  'ip6-localhost',
  'rollcall',
  'metadata',
  'metadata.google.internal',
  'instance-data.ec2.internal',
  'db.internal',
  'printer.local',
  'router.lan',
  'nas.home',
  'files.corp',
  'intranet',
  'host.intranet',
  'x.private',
  '1.0.0.127.in-addr.arpa',
  'router.home.arpa',
  'x.test',
  'x.invalid',
  'x.onion',
  'ｌｏｃａｌｈｏｓｔ',
  'loc%61lhost',
]

const others = [
  'http://app.example.com/',
  'ftp://app.example.com/',
  'file:///etc/passwd',
  'gopher://127.0.0.1:6379/_INFO',
  'data:text/plain,x',
  'javascript:alert(1)',
  'https://app.example.com:22/',
  'https://app.example.com:8443/',
  'https://app.example.com:80/',
  'https://user@app.example.com/',
  'https://user:password@app.example.com/',
  'https://app.example.com@127.0.0.1/',
  'https://127.0.0.1#@app.example.com/',
  'https://127.0.0.1\\@app.example.com/',
  'https:///127.0.0.1/',
  'https:127.0.0.1',
  'https://[::1%25lo]/',
  'https://[::ffff:7f00:0001]/',
  'https://',
  'not an address',
]

/** The ways in which URLs take the four bytes of an address. */
function notationsOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = (part: number) => `0x${part.toString(16)}`
  const octal = (part: number) => `0${part.toString(8)}`
  return [
    String(number),
    hex(number),
    octal(number),
    [a, b, c, d].map(hex).join('.'),
    [a, b, c, d].map(octal).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    [a, b, c, d].join('。'),
  ]
}

/** An IPv4 address inside of IPv6 ones: mapped, compatible, translated, NAT64, 6to4, Teredo. */
function embeddingsOf(address: string): string[] {
  const [a, b, c, d] = address.split('.').map(Number) as [number, number, number, number]
  const word = (high: number, low: number) => (high * 256 + low).toString(16)
  const [first, second] = [word(a, b), word(c, d)]
  return [
    `::ffff:${first}:${second}`,
    `::${first}:${second}`,
    `::ffff:0:${first}:${second}`,
    `64:ff9b::${first}:${second}`,
    `64:ff9b:1::${first}:${second}`,
    `2002:${first}:${second}::1`,
    `2001:0:${first}:${second}::1`,
  ]
}

const targets = [
  '10.0.0.1',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '192.168.0.1',
  '0.0.0.0',
  '168.63.129.16',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
]
const embedded = targets.flatMap(embeddingsOf)

/** Ports of other protocols than https. */
const ports = [
  1, 7, 21, 23, 25, 53, 69, 110, 111, 119, 135, 139, 143, 161, 179, 389, 445, 465, 514, 587, 636, 873, 993,
  995,
]

/** Letters that URLs take for those of `localhost`. */
const lookAlikes = [
  'ⓛⓞⓒⓐⓛⓗⓞⓢⓣ',
  'LOCALHOST',
  'ｌocalhost',
  'local\u00adhost',
  'local\u200bhost',
  'localhoſt',
  'ⅼocalhost',
  '𝐥𝐨𝐜𝐚𝐥𝐡𝐨𝐬𝐭',
  'localhost。',
  'db.ｉnternal',
  'db.internal。',
  'printer.ⓛⓞⓒⓐⓛ',
  '①⑥⑨.②⑤④.①⑥⑨.②⑤④',
  '１０.０.０.１',
  '０x7f.1',
]

/** Every address above, as a resolver may answer it. */
export const privateAddresses = [...new Set([...ipv4, ...ipv6, ...embedded])]

/** Whole addresses, none of which may lead to a connection. */
export const hostileUrls: string[] = [
  ...new Set([
    ...ipv4.map((one) => `https://${one}/app.json`),
    ...ipv6.map((one) => `https://[${one}]/app.json`),
    ...numbers.map((one) => `https://${one}/app.json`),
    ...names.map((one) => `https://${one}/app.json`),
    ...targets.flatMap(notationsOf).map((one) => `https://${one}/app.json`),
    ...embedded.map((one) => `https://[${one}]/app.json`),
    ...lookAlikes.map((one) => `https://${one}/app.json`),
    ...ports.map((port) => `https://app.example.com:${port}/`),
    ...others,
  ]),
]
