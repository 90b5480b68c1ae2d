// Runs before the first paint, so that the other theme is never visible.
try {
  const theme = localStorage.getItem('unmet.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // Storage is blocked, so the system's preference applies.
}
