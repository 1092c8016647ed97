package dev.foliot.checks.fleets;

import dev.foliot.fleet.FleetAnalysis;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.fleet.sums.FleetSums;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.store.fleet.FleetData;
import dev.foliot.store.fleet.FleetRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads a fleet by DuckDB and by Spark, and compares each sum, the properties of the data and the
 * verdict.
 *
 * <p>Optionally it kills one of Spark's executors when a third of the usual time has passed.
 */
public final class SameOnSpark {
  private static final double TOLERANCE = 1e-9;
  private static final long SAMPLE_MS = 100;

  private long compared;
  private double greatest;
  private final List<String> differences = new ArrayList<>();

  private SameOnSpark() {}

  /**
   * Compares; the exit code is 1 if something differs.
   *
   * @param args {@code file=}, {@code metric=}, {@code master=}, {@code jar=}, optionally {@code
   *     sum=}, {@code node=}, {@code memory=GiB of DuckDB} and {@code kill=after seconds}
   */
  public static void main(String[] args) throws IOException {
    Map<String, List<String>> options = new HashMap<>();
    for (String arg : args) {
      int sign = arg.indexOf('=');
      if (sign < 0) {
        System.err.println("file=PATH metric=EXPR master=URL jar=FILE [sum=COLUMN] [kill=SECONDS]");
        System.exit(2);
      }
      options
          .computeIfAbsent(arg.substring(0, sign), key -> new ArrayList<>())
          .add(arg.substring(sign + 1));
    }
    System.exit(new SameOnSpark().compare(options) ? 0 : 1);
  }

  private static @Nullable String one(Map<String, List<String>> options, String key) {
    return options.getOrDefault(key, List.of()).stream().findFirst().orElse(null);
  }

  private boolean compare(Map<String, List<String>> options) throws IOException {
    FleetRequest plain = FleetRequest.of(options.getOrDefault("file", List.of()));
    FleetRequest request =
        new FleetRequest(
            plain.files(),
            new FleetRequest.Asked(
                one(options, "metric"), one(options, "node"), null, List.of(), null, null),
            new FleetRequest.Series(List.of(), options.getOrDefault("sum", List.of()), List.of()),
            plain.writing(),
            plain.span(),
            FleetRequest.Resources.of(
                Long.parseLong(options.getOrDefault("memory", List.of("1")).getFirst()) << 30));
    String jar = one(options, "jar");
    SparkCommand spark =
        new SparkCommand(
            "foliot fleet",
            one(options, "master"),
            jar == null ? null : Path.of(jar),
            null,
            // small files too
            List.of("spark.foliot.copyBelow=0"));
    FleetMeasured here = timed("DuckDB", request, null, null);
    FleetMeasured there = timed("Spark", request, spark, null);
    same(here, there);
    String kill = one(options, "kill");
    if (kill != null) {
      long afterMs = Math.round(1000 * Double.parseDouble(kill));
      same(here, timed("Spark without an executor", request, spark, afterMs));
    }
    differences.stream().limit(20).forEach(System.out::println);
    System.out.printf(
        Locale.ROOT,
        "%s %d values compared, greatest relative difference %.1e, bar %.0e%n",
        differences.isEmpty() ? "met" : "MISSED",
        compared,
        greatest,
        TOLERANCE);
    return differences.isEmpty();
  }

  private static FleetMeasured timed(
      String name, FleetRequest request, @Nullable SparkCommand spark, @Nullable Long killAfterMs)
      throws IOException {
    ProcessHandle self = ProcessHandle.current();
    Map<Long, Long> cpuNs = new HashMap<>();
    Map<Long, Long> peaks = new HashMap<>();
    long ownNs = cpuNs(self);
    long began = System.nanoTime();
    boolean[] ended = {false};
    boolean[] killed = {false};
    Thread sampler =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              while (!ended[0]) {
                self.descendants()
                    .forEach(process -> {
                      cpuNs.put(process.pid(), cpuNs(process));
                      peaks.merge(process.pid(), peakKb(process.pid()), Math::max);
                    });
                if (killAfterMs != null
                    && !killed[0]
                    && System.nanoTime() - began > killAfterMs * 1_000_000) {
                  killed[0] = killExecutor(self);
                }
                try {
                  Thread.sleep(SAMPLE_MS);
                } catch (InterruptedException e) {
                  return;
                }
              }
            });
    FleetMeasured measured;
    try {
      measured = FleetReader.read(request, spark);
    } finally {
      ended[0] = true;
      sampler.interrupt();
    }
    double seconds = (System.nanoTime() - began) / 1e9;
    try {
      sampler.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    double cpu =
        (cpuNs(self) - ownNs + cpuNs.values().stream().mapToLong(Long::longValue).sum()) / 1e9;
    long kb = peakKb(self.pid()) + peaks.values().stream().mapToLong(Long::longValue).sum();
    System.out.printf(
        Locale.ROOT,
        "%s: %d rows in %.1f s, %.0f rows/s, %.1f CPU s, peak RSS %.0f MB in %d processes%s%n",
        name,
        measured.data().points().rows(),
        seconds,
        measured.data().points().rows() / seconds,
        cpu,
        kb / 1e3,
        1 + peaks.size(),
        killAfterMs == null ? "" : killed[0] ? ", an executor killed" : ", NO executor killed");
    if (killAfterMs != null && !killed[0]) {
      throw new IllegalStateException("no executor was there to be killed");
    }
    return measured;
  }

  private static boolean killExecutor(ProcessHandle self) {
    Optional<ProcessHandle> executor =
        self.descendants()
            .filter(process -> commandLine(process.pid()).contains("CoarseGrainedExecutorBackend"))
            .findFirst();
    return executor.isPresent() && executor.get().destroyForcibly();
  }

  private static String commandLine(long pid) {
    try {
      return Files.readString(Path.of("/proc", String.valueOf(pid), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  private static long cpuNs(ProcessHandle process) {
    return process.info().totalCpuDuration().map(each -> each.toNanos()).orElse(0L);
  }

  private static long peakKb(long pid) {
    try {
      for (String line : Files.readAllLines(Path.of("/proc", String.valueOf(pid), "status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
    } catch (IOException e) {
      // it has ended
    }
    return 0;
  }

  private void same(FleetMeasured here, FleetMeasured there) {
    FleetSums one = here.sums();
    FleetSums two = there.sums();
    equal("nodes", one.nodes(), two.nodes());
    equal("lifetimes", one.lifetimes(), two.lifetimes());
    equal("windows", one.windows(), two.windows());
    equal("start of the first window", one.windowStartUs(0), two.windowStartUs(0));
    equal("length of a window", one.windowUs(), two.windowUs());
    equal("labels", one.labels(), two.labels());
    equal("others", one.others(), two.others());
    equal("guesses", here.input().guesses(), there.input().guesses());
    FleetData data = here.data();
    FleetData other = there.data();
    equal("rows", data.points().rows(), other.points().rows());
    equal("missing", data.points().missing(), other.points().missing());
    equal("not finite", data.points().notFinite(), other.points().notFinite());
    equal("duplicates", data.points().duplicates(), other.points().duplicates());
    equal("resets", data.points().resets(), other.points().resets());
    equal("nodes without", data.nodesWithout(), other.nodesWithout());
    if (!differences.isEmpty()) {
      return;
    }
    for (int lifetime = 0; lifetime < one.lifetimes(); lifetime++) {
      equal("node", one.node(lifetime), two.node(lifetime));
      equal("start", one.start(lifetime), two.start(lifetime));
      for (int label = 0; label < one.labels().size(); label++) {
        equal("label", one.label(label, lifetime), two.label(label, lifetime));
      }
      for (int i = 0; i < one.others().size(); i++) {
        near("other " + i + " of " + lifetime, one.other(i, lifetime), two.other(i, lifetime));
      }
      for (int window = 0; window < one.windows(); window++) {
        same(lifetime + "/" + window, one.cell(lifetime, window), two.cell(lifetime, window));
      }
    }
    FleetRecord judged = FleetAnalysis.of(here, Instant.EPOCH, 1);
    FleetRecord again = FleetAnalysis.of(there, Instant.EPOCH, 1);
    equal("verdict", judged.verdict(), again.verdict());
    equal("placed nodes", judged.finding().nodes(), again.finding().nodes());
    equal(
        "assignments",
        judged.groups().places().assignments(),
        again.groups().places().assignments());
    equal("outliers", judged.groups().places().outliers(), again.groups().places().outliers());
  }

  private void same(String where, FleetSums.Cell one, FleetSums.Cell two) {
    equal("n of " + where, one.n(), two.n());
    near("y of " + where, one.y(), two.y());
    near("yy of " + where, one.yy(), two.yy());
    near("min of " + where, one.min(), two.min());
    near("max of " + where, one.max(), two.max());
    near("x of " + where, one.x(), two.x());
    near("xx of " + where, one.xx(), two.xx());
    near("xy of " + where, one.xy(), two.xy());
  }

  private void equal(String what, @Nullable Object one, @Nullable Object two) {
    compared++;
    if (!Objects.equals(one, two)) {
      differences.add(what + ": DuckDB " + one + ", Spark " + two);
    }
  }

  private void near(String what, double one, double two) {
    compared++;
    double scale = Math.max(Math.abs(one), Math.abs(two));
    boolean same = Double.compare(one, two) == 0 || one == two;
    double difference = same ? 0 : Math.abs(one - two) / scale;
    greatest = Double.isNaN(difference) ? Double.NaN : Math.max(greatest, difference);
    if (!(difference <= TOLERANCE)) {
      differences.add(what + ": DuckDB " + one + ", Spark " + two);
    }
  }
}
