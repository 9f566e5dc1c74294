import styles from './spinner.module.css';

/** Only inside something that says what is going on: a busy button, a running card. With reduced motion it stands still as a broken ring. */
export function Spinner() {
  return <span className={styles.spinner} aria-hidden="true" />;
}
