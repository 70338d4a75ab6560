import { fireEvent, render, screen } from '@testing-library/svelte';
import { createRawSnippet } from 'svelte';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import Ask from './Ask.svelte';
import { letDialogsOpen } from './dialog.testing';
import Sheet from './Sheet.svelte';

const children = createRawSnippet(() => ({ render: () => '<p><button>Inside</button></p>' }));

let opener: HTMLButtonElement;

beforeEach(() => {
  letDialogsOpen();
  opener = document.createElement('button');
  document.body.append(opener);
  opener.focus();
  return () => opener.remove();
});

describe('a sheet', () => {
  const open = (onclose = vi.fn()) => ({ onclose, ...render(Sheet, { title: 'Settings', onclose, children }) });

  it('starts the focus on its title and gives it back', () => {
    const { unmount } = open();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Settings' }));
    unmount();
    expect(document.activeElement).toBe(opener);
  });

  it('is named by its title', () => {
    open();
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeTruthy();
  });

  it('asks to be closed by Esc and by the cross, and leaves the closing to its owner', async () => {
    const { onclose } = open();
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    const esc = new Event('cancel', { cancelable: true });
    dialog.dispatchEvent(esc);
    expect(esc.defaultPrevented).toBe(true);
    expect(dialog.open).toBe(true);
    await fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(onclose).toHaveBeenCalledTimes(2);
  });

  it('does not mistake the Esc of something inside for its own', () => {
    const { onclose } = open();
    screen.getByText('Inside').dispatchEvent(new Event('cancel', { bubbles: true }));
    expect(onclose).not.toHaveBeenCalled();
  });

  it('can lose the element that had the focus', () => {
    const { unmount } = open();
    opener.remove();
    expect(unmount).not.toThrow();
  });
});

describe('a question', () => {
  it('starts the focus on the button that does no harm', async () => {
    const onconfirm = vi.fn();
    const oncancel = vi.fn();
    render(Ask, { title: 'Remove it?', text: 'It is gone then.', confirm: 'Remove', onconfirm, oncancel });
    const cancel = screen.getByRole('button', { name: 'Cancel' });
    expect(document.activeElement).toBe(cancel);
    await fireEvent.click(cancel);
    expect([oncancel.mock.calls.length, onconfirm.mock.calls.length]).toEqual([1, 0]);
    await fireEvent.click(screen.getByRole('button', { name: 'Remove' }));
    expect(onconfirm).toHaveBeenCalledTimes(1);
  });
});
