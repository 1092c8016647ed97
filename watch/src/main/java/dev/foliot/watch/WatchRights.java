package dev.foliot.watch;

import dev.foliot.hotspot.flight.FlightRecording;
import dev.foliot.linux.Reading;
import dev.foliot.store.explain.TimelineSource;
import dev.foliot.watch.read.JvmReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * What a watch could read of a JVM, by a trial: it reads once, and starts and stops nothing.
 *
 * @param pid of the process
 * @param main its main class; empty if unknown
 * @param sources where stops can be seen, and where not; unavailable if nothing can be read
 * @param attach whether a flight recording can be started; unavailable if not
 */
public record WatchRights(
    long pid, String main, Reading<List<TimelineSource>> sources, Reading<Boolean> attach) {
  private static final WatchRun.Clock CLOCK = new SystemClock();

  /**
   * Tries all JVMs of this machine but that of this process, in the order of their numbers; those
   * that end meanwhile are left out.
   *
   * @param root below which the kernel's files are, usually "/"
   */
  public static List<WatchRights> of(Path root) {
    JvmScan scan = new JvmScan(root, new WatchPlan.Which.All());
    List<WatchRights> all = new ArrayList<>();
    for (long pid : scan.found(Set.of(), System.currentTimeMillis())) {
      WatchRights rights = of(root, pid);
      if (Files.exists(root.resolve("proc/" + pid))) {
        all.add(rights);
      }
    }
    all.sort(Comparator.comparingLong(WatchRights::pid));
    return all;
  }

  private static WatchRights of(Path root, long pid) {
    return switch (JvmReader.open(root, pid, CLOCK.nanos())) {
      case Reading.Unavailable<JvmReader> none ->
          new WatchRights(pid, "", none.retyped(), none.retyped());
      case Reading.Value<JvmReader>(JvmReader reader) -> {
        try (reader) {
          long _ = reader.look(CLOCK.nanos());
          yield new WatchRights(
              pid,
              reader.jvm().mainClass(),
              Reading.of(reader.sources()),
              FlightRecording.allowedBy(reader.jvm()));
        }
      }
    };
  }
}
