import { BrowserRouter, Route, Routes } from 'react-router'
import { PageShell } from '#web/features/site/page-shell.tsx'
import { NotFoundPage } from '#web/pages/not-found-page.tsx'
import { SearchPage } from '#web/pages/search-page.tsx'

/** Every address of the product and the page that answers it. */
export function Router() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<PageShell />}>
          <Route index element={<SearchPage />} />
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}
