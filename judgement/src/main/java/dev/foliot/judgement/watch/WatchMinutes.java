package dev.foliot.judgement.watch;

import dev.foliot.store.Csv;
import dev.foliot.store.StoredRun;
import dev.foliot.store.explain.StopKind;
import dev.foliot.store.fleet.FleetOnset;
import dev.foliot.store.fleet.FleetRecord;
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
import java.util.Set;
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

  private final Sink sink;

  private WatchMinutes(Sink sink) {
    this.sink = sink;
  }

  /** Takes a row: its names, the seconds since 1970 at which it begins, the time lost, the rest. */
  private interface Sink {
    void take(List<String> names, long startS, List<Double> lost, List<@Nullable Object> others)
        throws IOException;
  }

  /**
   * Writes the rows of some watches as CSV.
   *
   * @throws IOException if they cannot be written
   */
  public static void write(List<StoredRun> watches, OutputStream out) throws IOException {
    BufferedWriter writer = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
    Csv.writeRow(writer, header());
    WatchMinutes minutes =
        new WatchMinutes((names, startS, lost, others) -> {
          List<@Nullable Object> row = new ArrayList<>();
          row.add(Instant.ofEpochSecond(startS).toString());
          row.addAll(names);
          double all = Math.min(0.99, lost.stream().mapToDouble(Double::doubleValue).sum());
          row.add(1 / (1 - all));
          row.addAll(lost);
          row.addAll(others);
          Csv.writeRow(writer, row);
        });
    try {
      for (StoredRun watch : watches) {
        minutes.read(watch);
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    writer.flush();
  }

  /**
   * A fleet of watches, in which each change of some nodes has the cause that makes most of it.
   *
   * @param fleet whose metric is {@link #STRETCH}; of another metric it stays as it is
   */
  public static FleetRecord withCauses(FleetRecord fleet, List<StoredRun> watches) {
    List<FleetOnset> onsets = fleet.finding().onsets();
    if (!fleet.metric().equals(STRETCH) || onsets.stream().noneMatch(FleetOnset::isOfSome)) {
      return fleet;
    }
    List<Shift> shifts = onsets.stream().map(Shift::new).toList();
    WatchMinutes minutes =
        new WatchMinutes((names, startS, lost, others) ->
            shifts.forEach(shift -> shift.add(names.getFirst(), startS, lost)));
    watches.forEach(minutes::read);
    return fleet.with(shifts.stream().map(Shift::named).toList());
  }

  /** The time lost by the nodes of a change, before and after it. */
  private static final class Shift {
    private static final long US_PER_S = 1_000_000;
    private static final double MOST = 0.5;

    private final FleetOnset of;
    private final Set<String> nodes;
    private final List<StopKind> kinds = List.copyOf(WatchColumn.STOPS.values());
    private final double[][] sums = new double[2][kinds.size()];
    private final long[] minutes = new long[2];

    Shift(FleetOnset of) {
      this.of = of;
      this.nodes = Set.copyOf(of.nodes());
    }

    void add(String node, long startS, List<Double> lost) {
      FleetOnset.Time time = of.time();
      Long untilUs = time.untilUs();
      boolean isBefore = (startS + MINUTE_S) * US_PER_S <= time.fromLowUs();
      boolean isAfter =
          startS * US_PER_S >= time.fromHighUs()
              && (untilUs == null || (startS + MINUTE_S) * US_PER_S <= untilUs);
      if (nodes.contains(node) && (isBefore || isAfter)) {
        int side = isBefore ? 0 : 1;
        minutes[side]++;
        for (int i = 0; i < sums[side].length; i++) {
          sums[side][i] += lost.get(i);
        }
      }
    }

    /** With the cause of more than half of the change, if there is one. */
    FleetOnset named() {
      double way = Math.signum(of.after() - of.before());
      double all = 0;
      int most = 0;
      double[] changes = new double[kinds.size()];
      for (int i = 0; i < changes.length; i++) {
        changes[i] =
            Math.max(
                0,
                way
                    * (sums[1][i] / Math.max(1, minutes[1])
                        - sums[0][i] / Math.max(1, minutes[0])));
        all += changes[i];
        most = changes[i] > changes[most] ? i : most;
      }
      boolean isKnown = of.isOfSome() && minutes[0] > 0 && minutes[1] > 0;
      return isKnown && changes[most] > MOST * all ? of.by(kinds.get(most)) : of;
    }
  }

  private static List<String> header() {
    List<String> header = new ArrayList<>(List.of(TIME, NODE, "host", "service", "jdk", STARTED));
    header.add(STRETCH);
    WatchColumn.STOPS.values().forEach(kind -> header.add(LOST + kind.code().replace('-', '_')));
    header.addAll(MEANS.keySet());
    return header;
  }

  private void read(StoredRun watch) {
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
          sink.take(names, startS, lost(), others());
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
      sums.clear();
      seconds = 0;
    }

    private List<Double> lost() {
      return WatchColumn.STOPS.keySet().stream()
          .map(column -> Math.clamp(mean(column, 0) / NS_PER_S, 0, 1))
          .toList();
    }

    private List<@Nullable Object> others() {
      List<@Nullable Object> row = new ArrayList<>();
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
