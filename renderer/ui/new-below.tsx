import { ArrowDown } from 'lucide-react';
import { Button } from './button.tsx';
import styles from './new-below.module.css';

export interface NewBelowProps {
  label: string;
  visible: boolean;
  onPress: () => void;
}

/** Floats over the end of the nearest positioned ancestor; appearing and leaving moves nothing. */
export function NewBelow({ label, visible, onPress }: NewBelowProps) {
  if (!visible) return null;
  return (
    <div className={styles.place}>
      <Button size="small" icon={<ArrowDown aria-hidden="true" />} className={styles.button} onClick={onPress}>
        {label}
      </Button>
    </div>
  );
}
