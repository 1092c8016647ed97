package dev.foliot.pool;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/** Writes the events: the only class that needs the module jdk.jfr. */
final class FlightEvents {
  private FlightEvents() {}

  /**
   * Checks for a recorder first: without it no recording exists, and creating one takes tenths of a
   * second of CPU.
   */
  private static boolean isRecorded() {
    return FlightRecorder.isInitialized();
  }

  static void resized(String pool, Resize resize) {
    if (!isRecorded()) {
      return;
    }
    PoolResize event = new PoolResize();
    if (event.shouldCommit()) {
      event.pool = pool;
      event.from = resize.from();
      event.to = resize.to();
      event.reason = resize.reason();
      event.commit();
    }
  }

  static void hung(String pool, Hang hang) {
    if (!isRecorded()) {
      return;
    }
    PoolHang event = new PoolHang();
    if (event.shouldCommit()) {
      event.pool = pool;
      event.running = hang.running();
      event.queued = hang.queued();
      event.oldestWait = hang.oldestWait().toNanos();
      event.reason = hang.reason();
      event.commit();
    }
  }

  @Name("foliot.PoolResize")
  @Label("Pool Resize")
  @Description("A self-tuning pool changed how many of its tasks may run at once")
  @Category({"Foliot", "Pool"})
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // the flight recorder reads the fields
  private static final class PoolResize extends Event {
    @Label("Pool")
    @Description("The pool's name")
    String pool = "";

    @Label("From")
    @Description("The size before")
    int from;

    @Label("To")
    @Description("The size after")
    int to;

    @Label("Reason")
    String reason = "";
  }

  @Name("foliot.PoolHang")
  @Label("Pool Hang")
  @Description("Tasks wait in a self-tuning pool and none ends or begins")
  @Category({"Foliot", "Pool"})
  @StackTrace(false)
  @SuppressWarnings("UnusedVariable") // the flight recorder reads the fields
  private static final class PoolHang extends Event {
    @Label("Pool")
    @Description("The pool's name")
    String pool = "";

    @Label("Running")
    @Description("How many tasks run")
    int running;

    @Label("Queued")
    @Description("How many tasks wait")
    int queued;

    @Label("Oldest Wait")
    @Description("How long the first of them has waited")
    @Timespan(Timespan.NANOSECONDS)
    long oldestWait;

    @Label("Reason")
    String reason = "";
  }
}
