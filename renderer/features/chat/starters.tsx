import { ArrowUpLeft } from 'lucide-react'
import { strings } from '../../strings/en.ts'
import styles from './starters.module.css'

const words = strings.chat.starters

/** An empty chat: four things to try, which fill the field and send nothing by themselves. */
export function Starters({ onChoose }: { onChoose: (phrase: string) => void }) {
  return (
    <div className={styles.starters}>
      <h2 className={styles.title}>{words.title}</h2>
      <p className={styles.text}>{words.text}</p>
      <ul className={styles.list}>
        {words.list.map((starter) => (
          <li key={starter.phrase}>
            <button type="button" className={styles.starter} onClick={() => onChoose(starter.phrase)}>
              <span className={styles.words}>
                <span className={styles.name}>{starter.title}</span>
                <span className={styles.phrase}>{starter.phrase}</span>
              </span>
              <ArrowUpLeft aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
