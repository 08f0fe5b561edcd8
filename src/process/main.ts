/** Runs the server as a process, with the settings of the environment. */
export async function main(): Promise<void> {
  const [argument] = process.argv.slice(2)
  if (argument !== undefined) {
    console.log(
      'npm start takes no arguments: all is set by environment variables, which .env.example lists.',
    )
    process.exit(argument === '--help' || argument === '-h' ? 0 : 2)
  }
  const { serve } = await import('./serve.ts')
  await serve()
}
