import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import hidden from './hidden.module.css';
import styles from './table.module.css';

export interface Column<R> {
  id: string;
  header: ReactNode;
  cell: (row: R) => ReactNode;
  align?: 'start' | 'end';
  /** CSS width; the rest share what is left. */
  width?: string;
  /** The column that names the row. */
  rowHeader?: boolean;
}

export interface RowGroup<R> {
  id: string;
  /** A line across the table; leave it out for a table without groups. */
  header?: ReactNode;
  rows: readonly R[];
}

export interface TableProps<R> {
  /** Read out before the table; not drawn. */
  caption: string;
  columns: readonly Column<R>[];
  groups: readonly RowGroup<R>[];
  rowKey: (row: R) => string;
  rowTone?: (row: R) => 'normal' | 'muted' | 'asks';
}

export function Table<R>({ caption, columns, groups, rowKey, rowTone }: TableProps<R>) {
  return (
    <div className={styles.scroller} tabIndex={0} role="group" aria-label={caption}>
      <table className={styles.table}>
        <caption className={hidden.text}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={classes(styles.head, column.align === 'end' && styles.end)}
                {...(column.width === undefined ? {} : { style: { width: column.width } })}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.id}>
            {group.header === undefined ? null : (
              <tr>
                <th scope="colgroup" colSpan={columns.length} className={styles.group}>
                  {group.header}
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <tr key={rowKey(row)} className={classes(styles.row, styles[rowTone?.(row) ?? 'normal'])}>
                {columns.map((column) => {
                  const className = classes(styles.cell, column.align === 'end' && styles.end);
                  return column.rowHeader === true ? (
                    <th key={column.id} scope="row" className={className}>
                      {column.cell(row)}
                    </th>
                  ) : (
                    <td key={column.id} className={className}>
                      {column.cell(row)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}
