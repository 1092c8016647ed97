package dev.foliot.cli.screen;

import dev.foliot.store.Redaction;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * One line of a terminal, written again each second, that says how far something is; where standard
 * error is no terminal, nothing. Safe for any thread.
 */
public final class ProgressLine implements AutoCloseable {
  private static final long EVERY_MS = 1_000;
  private static final int LONGEST = 79;
  private static final String CUT = "...";
  private static final String CLEAR = "\r\u001b[K";

  private final Console console;
  private final Timer timer = new Timer("foliot-progress", true);
  private boolean closed;

  /**
   * @param text what it says by now; called by a thread of this line
   */
  public ProgressLine(Console console, Supplier<String> text) {
    this(console, text, EVERY_MS);
  }

  public ProgressLine(Console console, Supplier<String> text, long everyMs) {
    this.console = console;
    if (console.showsProgress()) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              show(text.get());
            }
          },
          everyMs,
          everyMs);
    }
  }

  private synchronized void show(String text) {
    if (!closed) {
      console.err().print(CLEAR + cut(text));
      console.err().flush();
    }
  }

  /** Says, in a line that stays, that a fork does not count if so it is. */
  public void ended(int fork, Validity validity) {
    ended("fork " + fork, validity);
  }

  /** The same of a part with a name. */
  public synchronized void ended(String part, Validity validity) {
    if (validity.verdict() == Verdict.INVALID) {
      clear();
      String reason = validity.reasons().isEmpty() ? "no reason" : validity.reasons().getFirst();
      console.error(part + " is INVALID: " + Words.shown(Redaction.text(reason)));
    }
  }

  /** A line that a terminal wraps could not be cleared. */
  private static String cut(String text) {
    int length = text.codePointCount(0, text.length());
    return length <= LONGEST
        ? text
        : text.substring(0, text.offsetByCodePoints(0, LONGEST - CUT.length())) + CUT;
  }

  /** Says something in a line that stays. */
  public synchronized void say(String text) {
    clear();
    console.error(text);
  }

  private void clear() {
    if (console.showsProgress()) {
      console.err().print(CLEAR);
      console.err().flush();
    }
  }

  /** Ends it, and leaves nothing of it on the terminal. */
  @Override
  public synchronized void close() {
    closed = true;
    timer.cancel();
    clear();
  }
}
