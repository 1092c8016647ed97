package dev.foliot.cli;

import dev.foliot.cli.screen.Console;
import dev.foliot.cli.screen.ProgressLine;
import dev.foliot.cli.screen.Words;
import dev.foliot.diagnose.examination.Target;

/** One line on the terminal that says what a diagnosis looks at and how long it will take. */
final class DiagnoseProgressLine implements Target.Progress, AutoCloseable {
  private final double durationS;
  private final ProgressLine line;
  private String what = "finding the JVM";
  private double done;

  DiagnoseProgressLine(Console console, double durationS) {
    this.durationS = durationS;
    this.line = new ProgressLine(console, this::text);
  }

  @Override
  public synchronized void step(String next, double share) {
    what = next;
    done = share;
  }

  synchronized String text() {
    long leftS = Math.round((1 - Math.clamp(done, 0, 1)) * durationS);
    return Words.shown(what) + (leftS < 1 ? "" : "; about " + leftS + " s left");
  }

  @Override
  public void close() {
    line.close();
  }
}
