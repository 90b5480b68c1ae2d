import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// The floor of the browsers we serve: the first versions with CSS light-dark().
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

/** Each is evaluated in a turn of its own where a page was drawn before. */
const groups = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  { name: 'zod', test: /node_modules\/zod\// },
  // Small parts of many pages: a file of its own for each would cost more than it holds.
  {
    name: 'parts',
    test: /node_modules\/(?:@tanstack|lucide-react|clsx)\/|contract\/(?!search|csv|admin)|web\/(?:api-client|failure-messages|current-user-cache|use-current-user|next-path|features\/results\/use-deferred|ui\/(?!modal|side|toast-viewport|anchored)|features\/(?:accounts|site)\/(?!account-menu\.|auth-dialog\.|forgot|form-dialog|action-form|credential))/,
    minShareCount: 3,
  },
  // What the start page, the results and the page about the score show of a post.
  {
    name: 'posts',
    test: /web\/features\/results\/(?:explain|highlighted|markdown|opportunity|outside|post-(?:key|words)|score)/,
  },
  // What signs in, on its page and in its dialog: headers of five small files would weigh as much as one of them.
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
    // Native in every browser above; the polyfill would only weigh.
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
