const number = (count: number): string => count.toLocaleString('en')

/** The section of the settings where skills are read and approved. */
export const skills = {
  intro: 'A skill is a folder of instructions for a kind of work. The model is told of those that you approved. An approval is of these very bytes: when one changes, it is out until you approve it again.',
  folder: 'Yours lie in',
  look: 'Look again',
  loading: 'Loading skills',
  caption: 'Skills',
  skill: 'Skill',
  from: 'From',
  sources: { bundled: 'Gatehouse', person: 'you' },
  state: 'State',
  states: { approved: 'approved', new: 'not approved', changed: 'changed since', unusable: 'unusable' },
  act: 'Read or withdraw',
  read: 'Read',
  readLabel: (name: string) => `Read the skill ${name}`,
  withdraw: 'Withdraw',
  withdrawLabel: (name: string) => `Withdraw the approval of ${name}`,
  file: 'File',
  fileOption: (path: string, length: number) => `${path} (${number(length)})`,
  readAll: (left: number) => (left === 1 ? 'One file is still unread.' : `${number(left)} files are still unread.`),
  approve: 'Approve',
  close: 'Close',
} as const
