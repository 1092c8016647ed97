package dev.foliot.judgement.watch;

import dev.foliot.store.Csv;
import dev.foliot.store.StoredRun;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLogReader;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What watches have seen as a table: a row for each minute of each JVM. A node is a service on a
 * host, which keeps its name when it starts again.
 *
 * <p>{@code stretch} is how many times as long work takes since something stops the JVM: 1.25 where
 * it stands still for a fifth of the time.
 */
public final class WatchMinutes {
  /** Names of columns by which a fleet of watches is read. */
  public static final String STRETCH = "stretch";

  /** Which JVM. */
  public static final String NODE = "node";

  /** When a minute begins, in ISO 8601. */
  public static final String TIME = "time";

  /** Since when the process is watched. */
  public static final String STARTED = "started";

  private static final String LOST = "lost_";
  private static final double NS_PER_S = 1e9;
  private static final long MINUTE_S = 60;

  /** Fewer seconds say little of a minute. */
  private static final int LEAST_SECONDS = 30;

  /** Means of a second, by their column: in CPUs, threads, bytes, requests a second. */
  private static final Map<String, WatchColumn> MEANS = means();

  private static Map<String, WatchColumn> means() {
    Map<String, WatchColumn> means = new LinkedHashMap<>();
    means.put("cpu", WatchColumn.CPU_NS);
    means.put("compile", WatchColumn.COMPILE_NS);
    means.put("cpu_wait", WatchColumn.RUN_QUEUE_NS);
    means.put("blocked", WatchColumn.BLOCKED);
    means.put("threads", WatchColumn.THREADS);
    means.put("heap_bytes", WatchColumn.HEAP_BYTES);
    means.put("rss_bytes", WatchColumn.RSS_BYTES);
    means.put("requests", WatchColumn.REQUESTS);
    means.put("errors", WatchColumn.ERRORS);
    return means;
  }

  private final BufferedWriter out;

  private WatchMinutes(BufferedWriter out) {
    this.out = out;
  }

  /**
   * Writes the rows of some watches as CSV.
   *
   * @throws IOException if they cannot be written
   */
  public static void write(List<StoredRun> watches, OutputStream out) throws IOException {
    BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    Csv.writeRow(writer, header());
    WatchMinutes minutes = new WatchMinutes(writer);
    try {
      for (StoredRun watch : watches) {
        minutes.write(watch);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    writer.flush();
  }

  private static List<String> header() {
    List<String> header = new ArrayList<>(List.of(TIME, NODE, "host", "service", "jdk", STARTED));
    header.add(STRETCH);
    WatchColumn.STOPS.values().forEach(kind -> header.add(LOST + kind.code().replace('-', '_')));
    header.addAll(MEANS.keySet());
    return header;
  }

  private void write(StoredRun watch) {
    WatchRecord record = WatchFiles.read(watch);
    for (WatchRecord.Jvm jvm : record.jvms()) {
      Instant started = Instant.ofEpochMilli(jvm.fromMs());
      List<String> names =
          List.of(
              node(record, jvm),
              record.host(),
              jvm.program().main(),
              jvm.program().version(),
              started.toString());
      Minute minute = new Minute(names);
      WatchLogReader.read(
          WatchFiles.log(watch, jvm),
          0,
          Long.MAX_VALUE / 2,
          frame -> {
            if (frame instanceof WatchFrame.Seconds(List<WatchSecond> seconds)) {
              seconds.forEach(minute::add);
            }
          });
      minute.end();
    }
  }

  /** With its process id where another of the same name runs beside it. */
  private static String node(WatchRecord record, WatchRecord.Jvm jvm) {
    String main = jvm.program().main();
    boolean isAlone =
        !main.isEmpty()
            && record.jvms().stream()
                .noneMatch(other ->
                    !other.folder().equals(jvm.folder())
                        && other.program().main().equals(main)
                        && overlap(other, jvm));
    return record.host() + "/" + main + (isAlone ? "" : "/" + jvm.pid());
  }

  private static boolean overlap(WatchRecord.Jvm one, WatchRecord.Jvm other) {
    return one.fromMs() < untilMs(other) && other.fromMs() < untilMs(one);
  }

  private static long untilMs(WatchRecord.Jvm jvm) {
    return Optional.ofNullable(jvm.toMs()).orElse(Long.MAX_VALUE);
  }

  /** Adds up a minute, and writes it when the next one begins. */
  private final class Minute {
    private final List<String> names;
    private final Map<WatchColumn, Double> sums = new EnumMap<>(WatchColumn.class);
    private long startS = Long.MIN_VALUE;
    private int seconds;

    Minute(List<String> names) {
      this.names = names;
    }

    void add(WatchSecond second) {
      long ofS = Math.floorDiv(second.epochS(), MINUTE_S) * MINUTE_S;
      if (ofS != startS) {
        end();
        startS = ofS;
      }
      seconds++;
      second.values().forEach((column, value) -> sums.merge(column, (double) value, Double::sum));
    }

    void end() {
      if (seconds >= LEAST_SECONDS) {
        try {
          Csv.writeRow(out, row());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      sums.clear();
      seconds = 0;
    }

    private List<@Nullable Object> row() {
      List<@Nullable Object> row = new ArrayList<>();
      row.add(Instant.ofEpochSecond(startS).toString());
      row.addAll(names);
      List<Double> lost =
          WatchColumn.STOPS.keySet().stream()
              .map(column -> Math.clamp(mean(column, 0) / NS_PER_S, 0, 1))
              .toList();
      double all = Math.min(0.99, lost.stream().mapToDouble(Double::doubleValue).sum());
      row.add(1 / (1 - all));
      row.addAll(lost);
      MEANS
          .values()
          .forEach(
              column -> row.add(sums.containsKey(column) ? mean(column, 0) / unit(column) : null));
      return row;
    }

    private double mean(WatchColumn column, double otherwise) {
      return Optional.ofNullable(sums.get(column)).orElse(otherwise) / seconds;
    }

    private static double unit(WatchColumn column) {
      return column.code().endsWith("_ns") ? NS_PER_S : 1;
    }
  }
}
