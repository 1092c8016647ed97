package dev.foliot.cli.live;

import dev.foliot.cli.screen.Console;
import dev.foliot.linux.machine.TerminalSize;
import dev.foliot.text.FoliotException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import java.util.Timer;
import java.util.TimerTask;
import java.util.function.Supplier;

/**
 * A full screen about a running load, drawn on the alternate screen of standard error twice a
 * second. Closing it, and any end of this JVM but a kill, restores the terminal. Safe for any
 * thread.
 */
public final class LiveTerminal implements AutoCloseable {
  private static final long EVERY_MS = 500;
  private static final TerminalSize USUAL = new TerminalSize(80, 24);
  private static final int STANDARD_ERROR = 2;

  /** Alternate screen, no cursor, no wrapping of lines. */
  private static final String ENTER = "\u001b[?1049h\u001b[?25l\u001b[?7l";

  private static final String LEAVE = "\u001b[?7h\u001b[?25h\u001b[?1049l";
  private static final String HOME = "\u001b[H";
  private static final String REST_OF_LINE = "\u001b[K";
  private static final String REST_OF_SCREEN = "\u001b[J";

  private final PrintStream out;
  private final LiveState state;
  private final String page;
  private final Supplier<Optional<TerminalSize>> size;
  private final Timer timer = new Timer("foliot-live", true);
  private final Thread restoring = new Thread(this::restore, "foliot-live-restore");
  private boolean entered;

  /**
   * Enters the alternate screen.
   *
   * @param page where the same is shown as a page; empty for nowhere
   * @throws FoliotException if standard error is no terminal
   */
  public LiveTerminal(Console console, LiveState state, String page) {
    this(console, state, page, () -> TerminalSize.of(STANDARD_ERROR));
  }

  LiveTerminal(
      Console console, LiveState state, String page, Supplier<Optional<TerminalSize>> size) {
    mustBeTerminal(console);
    this.page = page;
    this.out = console.err();
    this.state = state;
    this.size = size;
    try {
      Runtime.getRuntime().addShutdownHook(restoring);
      enter();
    } catch (IllegalStateException e) {
      // the JVM is ending already: there is nothing to show any more
      return;
    }
    timer.schedule(
        new TimerTask() {
          @Override
          public void run() {
            draw();
          }
        },
        0,
        EVERY_MS);
  }

  /**
   * Checks that there is a screen.
   *
   * @throws FoliotException if standard error is no terminal
   */
  public static void mustBeTerminal(Console console) {
    if (!console.showsProgress()) {
      throw FoliotException.usage(
          "--live needs a terminal, and standard error is none: leave --live out, or give --serve");
    }
  }

  private synchronized void enter() {
    entered = true;
    out.print(ENTER);
    out.flush();
  }

  /** Draws what is to be shown now. */
  synchronized void draw() {
    if (!entered) {
      return;
    }
    TerminalSize now = size.get().orElse(USUAL);
    boolean blocks = out.charset().newEncoder().canEncode('█');
    List<String> lines =
        new LiveScreen(now.columns(), now.rows(), blocks)
            .lines(state.view(), page, state.atInterrupt());
    out.print(HOME + String.join(REST_OF_LINE + "\r\n", lines) + REST_OF_LINE + REST_OF_SCREEN);
    out.flush();
  }

  private synchronized void restore() {
    if (entered) {
      entered = false;
      out.print(LEAVE);
      out.flush();
    }
  }

  /** Leaves the alternate screen; what was there before is shown again. */
  @Override
  public void close() {
    timer.cancel();
    restore();
    try {
      Runtime.getRuntime().removeShutdownHook(restoring);
    } catch (IllegalStateException e) {
      // the JVM is ending: the hook is at work, and finds nothing to do
    }
  }
}
