/** What stands in the built page of kept results where the server puts what it draws. */
export const renderedMarks = {
  title: '{{drawnTitle}}',
  session: '{{drawnSession}}',
  searchesToday: '{{drawnSearchesToday}}',
  markup: '{{drawnMarkup}}',
} as const
