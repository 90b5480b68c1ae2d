export function saveFile(content: Blob, fileName: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser reads the URL after the click handler returns.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
