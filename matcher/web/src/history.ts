// Undo and redo without end.

import type { Command, Snapshot } from "./snapshot";

export interface History {
  readonly past: readonly Snapshot[];
  readonly present: Snapshot;
  readonly future: readonly Snapshot[];
}

export function startHistory(present: Snapshot): History {
  return { past: [], present, future: [] };
}

export function perform(history: History, command: Command): History {
  const present = command(history.present);
  if (present === history.present) return history;
  return { past: [...history.past, history.present], present, future: [] };
}

export function undo(history: History): History {
  const before = history.past[history.past.length - 1];
  if (!before) return history;
  return { past: history.past.slice(0, -1), present: before, future: [history.present, ...history.future] };
}

export function redo(history: History): History {
  const [after, ...future] = history.future;
  if (!after) return history;
  return { past: [...history.past, history.present], present: after, future };
}
