import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './server/database/account-schema.ts',
    './server/database/search-schema.ts',
    './server/database/archive-schema.ts',
    './server/database/billing-schema.ts',
    './server/database/admin-schema.ts',
    './server/database/scan-schema.ts',
    './server/database/own-schema.ts',
    './server/database/watch-schema.ts',
    './server/database/delivery-schema.ts',
    './server/database/key-schema.ts',
    './server/database/digest-schema.ts',
  ],
  out: './server/database/migrations',
})
