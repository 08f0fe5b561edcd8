/** `1 person`, `2 people`. */
export function counted(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : noun === 'person' ? 'people' : `${noun}s`}`
}
