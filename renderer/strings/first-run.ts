export const firstRun = {
  page: 'Welcome',
  title: 'An agent that asks before it acts',
  what: 'Gatehouse lets a model work with your files, notes, tasks and pages of the web, one tool at a time. Each call is judged by what it can do and by what the model has read; when it matters, it waits for your answer.',
  practice: 'The practice model lives on this machine and costs nothing. It follows plain phrases, and everything it does goes through the same gate.',
  start: 'Start with the practice model',
}
