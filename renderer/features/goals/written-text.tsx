import { outsiderWords } from '../../parts/outsider-words.ts'
import { OwnMarkdown } from '../../parts/own-markdown.tsx'
import { strings } from '../../strings/en.ts'
import { OutsiderText } from '../../ui/outsider-text.tsx'
import styles from './goals.module.css'

/** What a model wrote with nobody there. Where it had read a stranger's text, it may be one: then it is drawn as it is. */
export function WrittenText({ text, tainted }: { text: string; tainted: boolean }) {
  return tainted ? <OutsiderText label={strings.goals.outside} text={text} words={outsiderWords} /> : <div className={styles.written}><OwnMarkdown text={text} /></div>
}
