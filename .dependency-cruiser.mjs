/** The import rules of docs/architecture.md. Each comment is the error message a person reads. */
const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

const testFile = '\\.(test|spec)\\.tsx?$'
const feature = '^server/features/([^/]+)/'
const ports = '^server/(actor|clock|[a-z-]+-ports)\\.ts$'
const errors = '^server/errors\\.ts$'

export default {
  forbidden: [
    rule(
      'no-cycles',
      'Two files import each other; move what both need into a third.',
      {},
      { circular: true },
    ),
    rule(
      'no-orphans',
      'Nothing imports this file; delete it or use it.',
      {
        orphan: true,
        pathNot: [
          '\\.(test|spec)\\.tsx?$',
          '\\.config\\.',
          '^scripts/',
          '^bench/',
          '^web/public/',
          '^web/(main|prerender)\\.tsx$',
          '^web/event-replay\\.ts$',
          '^tests/harness/set-clock\\.ts$',
          '^web/shell-start\\.ts$',
          '\\.d\\.ts$',
        ],
      },
      {},
    ),
    rule(
      'unresolvable',
      'This import leads nowhere.',
      {},
      { couldNotResolve: true, pathNot: ['\\?', '\\.css$'] },
    ),
    rule(
      'scoring-is-pure',
      'scoring/ imports nothing but itself: no Node, no npm, no other room.',
      { path: '^scoring/', pathNot: testFile },
      { pathNot: '^scoring/' },
    ),
    rule(
      'learning-makes-models',
      'learning/ imports scoring and the contract; it serves nobody.',
      { path: '^learning/', pathNot: testFile },
      { path: ['^(server|web|scripts|bench|tests)/'] },
    ),
    rule(
      'learning-is-not-served',
      'Nothing but scripts and benches imports learning/.',
      { pathNot: ['^(learning|scripts|bench|tests)/', testFile] },
      { path: '^learning/' },
    ),
    rule(
      'contract-imports-zod-only',
      'contract/ imports itself and zod.',
      { path: '^contract/', pathNot: testFile },
      { pathNot: ['^contract/', '^node_modules/zod/'] },
    ),
    rule(
      'web-stays-in-the-browser',
      'web/ imports the contract and npm packages: nothing of the server, scoring or Node.',
      { path: '^web/', pathNot: testFile },
      { path: ['^server/', '^scoring/', '^learning/', '^stand-ins/', '^scripts/', '^bench/', '^tests/'] },
    ),
    rule(
      'web-has-no-node',
      'web/ runs in a browser: no Node built-ins.',
      { path: '^web/', pathNot: testFile },
      {
        dependencyTypes: ['core'],
      },
    ),
    rule(
      'web-ui-is-markup',
      'web/ui takes props and gives markup: no fetching, no routing, no features, no pages.',
      { path: '^web/ui/', pathNot: testFile },
      {
        path: ['^web/(pages|features)/', '^web/(api-client|router)\\.tsx?$', '^contract/', 'react-query'],
      },
    ),
    rule(
      'results-know-no-pages-above',
      'landing may import search, search pro, pro results; never the other way.',
      { path: '^web/features/results/', pathNot: testFile },
      { path: '^web/features/(pro|search|home|landing)/' },
    ),
    rule(
      'pro-knows-no-search',
      'landing may import search, search pro, pro results; never the other way.',
      { path: '^web/features/pro/', pathNot: testFile },
      { path: '^web/features/(search|home|landing)/' },
    ),
    rule(
      'search-knows-no-landing',
      'landing may import search, search pro, pro results; never the other way.',
      { path: '^web/features/search/', pathNot: testFile },
      { path: '^web/features/(home|landing)/' },
    ),
    rule(
      'features-do-not-import-each-other',
      'A feature never imports another; wiring passes it a function. (Admin may read all.)',
      { path: feature, pathNot: '^server/features/admin/' },
      { path: '^server/features/', pathNot: '^server/features/$1/' },
    ),
    rule(
      'rules-decide-purely',
      '*-rules.ts decides: it imports scoring, the contract, ports and other rules only.',
      { path: '^server/.*-rules\\.ts$' },
      { pathNot: ['^scoring/', '^contract/', '-rules\\.ts$', ports] },
    ),
    rule(
      'routes-call-use-cases',
      '*-routes.ts reads the contract and calls use cases: never a store, a table or an adapter.',
      { path: '-routes\\.ts$' },
      { path: ['-store\\.ts$', '^server/(database|adapters|jobs)/', 'node_modules/(drizzle-orm|pg)/'] },
    ),
    rule(
      'use-cases-know-no-http',
      'A use case knows no HTTP, no adapter, no table: move it to the routes, a port or the store.',
      { path: feature, pathNot: ['-(routes|store)\\.ts$', testFile] },
      {
        path: [
          '^server/(doors|adapters|jobs|database|operations)/',
          'node_modules/(fastify|drizzle-orm|pg)/',
        ],
        pathNot: '^server/database/(store-by-halves|secret-token)\\.ts$',
      },
    ),
    rule(
      'sql-lives-in-stores',
      'Only *-store.ts and server/database talk to the database.',
      { path: '^server/', pathNot: ['-store\\.ts$', '^server/database/', testFile] },
      { path: ['node_modules/(drizzle-orm|pg)/', '^server/database/drizzle\\.ts$'] },
    ),
    rule(
      'drizzle-is-loaded-in-one-place',
      'Import it from server/database/drizzle.ts: as ES modules it takes half the time of a start.',
      { pathNot: '^server/database/drizzle\\.ts$' },
      { path: 'node_modules/drizzle-orm/' },
    ),
    rule(
      'stores-only-talk-to-the-database',
      'A store imports the database, matching, the contract, ports and errors: no HTTP, adapter or other room.',
      { path: '-store\\.ts$' },
      {
        pathNot: [
          '^server/(database|matching|features)/',
          ports,
          errors,
          '^(contract|scoring)/',
          'node_modules/(drizzle-orm|pg|zod)/',
          '^(node:)?crypto$',
        ],
      },
    ),
    rule(
      'stores-call-no-use-case',
      'A store may name the types of its feature and of scoring; it runs only stores, rules and rows.',
      { path: '^server/features/([^/]+)/.*-store\\.ts$' },
      {
        path: ['^scoring/', '^server/features/'],
        pathNot: '^server/features/$1/.*-(store|rules|rows)\\.ts$',
        dependencyTypesNot: ['type-only'],
      },
    ),
    rule(
      'adapters-know-no-feature',
      'An adapter imports ports, errors, the contract and its SDK: never a feature or the database.',
      { path: '^server/adapters/', pathNot: testFile },
      { path: '^(server|scoring|web)/', pathNot: ['^server/adapters/', ports, errors] },
    ),
    rule(
      'stand-ins-stand-alone',
      'A stand-in plays a provider from outside: it imports itself and npm packages, nothing of the product.',
      { path: '^stand-ins/', pathNot: testFile },
      { path: '^(server|scoring|contract|web|learning|scripts|bench|tests)/' },
    ),
    rule(
      'stand-ins-load-on-demand',
      'The product loads a stand-in only where keys are missing: by import(), in its wiring.',
      { path: '^(server|scoring|contract|web|learning)/', pathNot: testFile },
      { path: '^stand-ins/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
    ),
    rule(
      'jobs-call-use-cases',
      'A job is an entry point: it calls use cases, with what wiring gives it.',
      { path: '^server/jobs/', pathNot: testFile },
      { path: ['-(store|routes)\\.ts$', '^server/(adapters|doors|database)/'] },
    ),
    rule(
      'matching-names-no-table',
      'matching/ reads a keyword against a text: it imports ports, errors, the contract and scoring, no table and no feature.',
      { path: '^server/matching/', pathNot: testFile },
      { path: ['^server/', 'node_modules/'], pathNot: ['^server/matching/', ports, errors] },
    ),
    rule(
      'doors-know-no-feature',
      'A door says who comes in and writes what goes out: it knows no feature, store or adapter.',
      { path: '^server/doors/', pathNot: testFile },
      { path: ['-store\\.ts$', '^server/(features|matching|operations|adapters|jobs)/'] },
    ),
    rule(
      'operations-know-no-feature',
      'operations/ watches the installation: it knows no feature, door or adapter.',
      { path: '^server/operations/', pathNot: testFile },
      { path: '^server/(features|doors|adapters|jobs)/' },
    ),
    rule(
      'config-reads-the-environment',
      'config/ turns the environment into settings: it imports itself and the contract.',
      { path: '^server/config/', pathNot: testFile },
      { path: '^(server|scoring)/', pathNot: '^server/config/' },
    ),
    rule(
      'nobody-imports-the-wiring',
      'Only scripts, benches and tests start from wiring/ or main.ts.',
      { path: '^(server|contract|scoring|web)/', pathNot: ['^server/(main\\.ts$|wiring/)', testFile] },
      { path: '^server/(main\\.ts$|wiring/)' },
    ),
    rule(
      'no-tests-in-production',
      'Production code never imports tests, benches or scripts.',
      { path: '^(server|contract|scoring|web)/', pathNot: testFile },
      { path: ['^(tests|bench|scripts)/', testFile] },
    ),
    rule(
      'no-dev-dependencies-on-the-server',
      'The server runs on "dependencies"; move the package there or do without it.',
      { path: '^(server|contract|scoring|stand-ins)/', pathNot: testFile },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '^web/dist/'] },
    exclude: { path: '^web/dist/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
