export const firstRun = {
  page: 'Welcome',
  title: 'An agent that asks before it acts',
  what: 'Gatehouse lets a model work with your files, notes, tasks and pages of the web, one tool at a time. Each call is judged by what it can do and by what the model has read; when it matters, it waits for your answer.',
  choices: 'Which model should answer?',
  choicesLater: 'You can add others and change your mind in Settings at any time.',
  practice: {
    title: 'Try it without a key',
    text: 'The practice model lives on this machine and costs nothing. It follows plain phrases, and everything it does goes through the same gate.',
    action: 'Start with the practice model',
  },
  service: {
    title: 'Use a key of yours',
    text: 'For a service such as Anthropic or OpenRouter. The key goes into your keychain, or where you say.',
    action: 'Paste a key',
    form: 'A service with a key',
  },
  local: {
    title: 'Use a model on your own machine',
    text: 'Ollama, LM Studio, llama.cpp, vLLM, or anything else with the Anthropic Messages API.',
    action: 'Point at a local server',
    form: 'A local server',
  },
  loading: 'Loading what is known of services',
  save: 'Save and start a chat',
}
