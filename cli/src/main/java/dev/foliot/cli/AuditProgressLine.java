package dev.foliot.cli;

import dev.foliot.lab.audit.Audit;
import java.util.Timer;
import java.util.TimerTask;

/** One line on the terminal that says how far an audit is; how long it takes, the tool knows. */
final class AuditProgressLine implements AutoCloseable {
  private static final long EVERY_MS = 1_000;

  private final Console console;
  private final Timer timer = new Timer("foliot-progress", true);

  AuditProgressLine(Console console, Audit audit) {
    this.console = console;
    if (console.showsProgress()) {
      timer.schedule(
          new TimerTask() {
            @Override
            public void run() {
              show(audit);
            }
          },
          EVERY_MS,
          EVERY_MS);
    }
  }

  private void show(Audit audit) {
    console
        .err()
        .printf(
            "\r\u001b[K%s requests, %d stalls; until the tool ends",
            Words.count(audit.requests()), audit.stalls());
    console.err().flush();
  }

  @Override
  public void close() {
    timer.cancel();
    if (console.showsProgress()) {
      console.err().print("\r\u001b[K");
      console.err().flush();
    }
  }
}
