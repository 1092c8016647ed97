package dev.foliot.lab.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.foliot.lab.load.DriverProcess;
import dev.foliot.lab.load.LoadPhase;
import dev.foliot.lab.load.LoadPlan;
import dev.foliot.lab.load.PhaseResult;
import dev.foliot.lab.load.RequestTemplate;
import dev.foliot.lab.load.Target;
import dev.foliot.lab.load.Traffic;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The load driver beside wrk, in closed loop with 50 connections on one CPU, against the same
 * server, in turns.
 */
@Tag("real-time")
final class LoadBesideWrkTest {
  private static final long SECOND = 1_000_000_000;
  private static final int CONNECTIONS = 50;
  private static final int ROUNDS = 3;
  private static final int LENGTH_S = 4;
  private static final double TOLERANCE = 0.02;
  private static final Pattern RATE = Pattern.compile("Requests/sec: +([0-9.]+)");

  @TempDir Path folder;

  @Test
  void shouldComeToTheSameThroughputAndPrintTheHighestRates() throws Exception {
    assumeTrue(isInstalled("wrk") && isInstalled("taskset"), "wrk and taskset are installed");

    List<Double> ours = new ArrayList<>();
    List<Double> wrks = new ArrayList<>();
    inTurns(10_000_000, ours, wrks);
    System.out.printf("delay of 10 ms: driver %s, wrk %s requests/s%n", ours, wrks);
    List<Double> oursFast = new ArrayList<>();
    List<Double> wrksFast = new ArrayList<>();
    inTurns(1_000, oursFast, wrksFast);
    System.out.printf("without delay: driver %s, wrk %s requests/s%n", oursFast, wrksFast);

    assertThat(median(ours))
        .isBetween((1 - TOLERANCE) * median(wrks), (1 + TOLERANCE) * median(wrks));
  }

  private void inTurns(long delayNs, List<Double> ours, List<Double> wrks) throws Exception {
    AuditPlan serving = new AuditPlan(List.of("none"), delayNs, 0, 0);
    try (AuditServer server = AuditServer.start(serving)) {
      for (int round = 0; round < ROUNDS; round++) {
        ours.add(driver(server.url()));
        wrks.add(wrk(server.url()));
      }
    }
  }

  private static int cpu() {
    return Affinity.ofCaller().toOptional().orElseThrow().stream().max().orElseThrow();
  }

  private double driver(String url) throws Exception {
    Traffic traffic = new Traffic.Closed(CONNECTIONS, 0);
    LoadPlan plan =
        new LoadPlan(
            Target.parse(url),
            List.of(RequestTemplate.get("/")),
            List.of(
                new LoadPhase("warm-up", traffic, 3 * SECOND),
                new LoadPhase("measured", traffic, LENGTH_S * SECOND)),
            CONNECTIONS,
            1,
            10 * SECOND,
            true,
            1,
            SECOND);
    try (DriverProcess driver = DriverProcess.start(plan, CpuList.of(cpu()), folder, List.of())) {
      PhaseResult phase = driver.await().phases().get(1);
      assertThat(phase.errors()).isEmpty();
      System.out.println(
          "driver %.0f/s, its loop %s of a CPU, %s"
              .formatted(phase.achievedPerS(), phase.loopCpuShare(), phase.validity()));
      return Math.rint(phase.achievedPerS());
    }
  }

  private double wrk(String url) throws Exception {
    Process wrk =
        new ProcessBuilder(
                "taskset",
                "-c",
                Integer.toString(cpu()),
                "wrk",
                "-t1",
                "-c" + CONNECTIONS,
                "-d" + LENGTH_S + "s",
                url)
            .redirectErrorStream(true)
            .start();
    String said = new String(wrk.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(wrk.waitFor()).as(said).isZero();
    Matcher rate = RATE.matcher(said);
    assertThat(rate.find()).as(said).isTrue();
    return Math.rint(Double.parseDouble(rate.group(1)));
  }

  private static double median(List<Double> values) {
    return values.stream().sorted().toList().get(values.size() / 2);
  }

  private static boolean isInstalled(String tool) {
    return Stream.of(Objects.requireNonNull(System.getenv("PATH")).split(File.pathSeparator, -1))
        .anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
  }
}
