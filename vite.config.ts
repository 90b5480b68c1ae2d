import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The oldest supported browsers: the first versions with CSS light-dark().
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

/** Code groups. On a prerendered page, each is evaluated in a separate task. */
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  // Small parts of many pages, in one file: separate files would cost more in headers than in code.
  {
    name: 'parts',
    test: /node_modules\/(?:@tanstack|lucide-react|clsx)\/|contract\/(?!search|csv|admin)|web\/(?:api-client|failure-messages|current-user-cache|use-current-user|next-path|features\/results\/use-deferred|ui\/(?!modal|side|toast-viewport|anchored)|features\/(?:accounts|site)\/(?!account-menu\.|auth-dialog\.|forgot|form-dialog|action-form|credential))/,
    minShareCount: 3,
  },
  // The parts of a post that the start page, the results and the page about the score show.
  {
    name: 'posts',
    test: /web\/features\/results\/(?:explain|highlighted|markdown|opportunity|outside|post-(?:key|words)|score)/,
  },
  // The sign-in forms of page and dialog, in one file: the headers of five small files would be as large as
  // one of the files.
  {
    name: 'sign-in',
    test: /web\/(?:use-action|features\/accounts\/(?:action-form|credential-fields|auth-tabs))/,
  },
]

export default defineConfig({
  root: 'web',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: browsers,
    cssTarget: browsers,
    // The CSP allows no data: scripts or styles, and an inlined font would delay the first paint.
    assetsInlineLimit: 0,
    // All supported browsers have it natively, so the polyfill would only add bytes.
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { output: { codeSplitting: { groups } } },
    // The build reads which files each page needs.
    manifest: true,
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': `http://127.0.0.1:${process.env.PORT || 3000}` },
  },
})
