import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { ScrollTable } from './scroll-box.tsx'

type DataRow = { key: string; strong?: boolean; cells: readonly ReactNode[] }

type DataTableProps = { caption: string; head: readonly string[]; rows: readonly DataRow[]; wide?: boolean }

/** A table whose first column names the row. On a narrow screen it scrolls in its own box. */
export function DataTable({ caption, head, rows, wide = false }: DataTableProps) {
  return (
    <ScrollTable caption={caption} className={wide ? 'min-w-[44rem]' : undefined}>
      <thead>
        <tr className="border-b-2 border-line">
          {head.map((name, at) => (
            <th
              key={name}
              scope="col"
              className={clsx('px-4 py-3 align-bottom font-medium text-ink-soft', at > 0 && 'text-right')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, strong, cells }) => (
          <tr
            key={key}
            className={clsx(
              'border-t border-line first:border-t-0',
              strong && 'bg-accent-soft text-on-accent-soft',
            )}
          >
            <th scope="row" className={clsx('px-4 py-2.5', strong ? 'font-semibold' : 'font-medium')}>
              {cells[0]}
            </th>
            {cells.slice(1).map((cell, at) => (
              <td key={head[at + 1]} className="px-4 py-2.5 text-right">
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  )
}
