package dev.foliot.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.screen.Console;
import dev.foliot.store.RunFolder;
import dev.foliot.store.Store;
import dev.foliot.store.watch.WatchColumn;
import dev.foliot.store.watch.WatchFiles;
import dev.foliot.store.watch.WatchFrame;
import dev.foliot.store.watch.WatchLog;
import dev.foliot.store.watch.WatchRecord;
import dev.foliot.store.watch.WatchSecond;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A fleet of the stores of watches. */
@Timeout(120)
class WatchedFleetTest {
  private static final Instant START = Instant.parse("2026-11-28T08:00:00Z");
  private static final int HOURS = 4;
  private static final int SECONDS = 30;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final RandomGenerator chance = RandomGenerator.of("L64X128MixRandom");

  @TempDir Path folder;

  private int run(String... words) {
    out.reset();
    err.reset();
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--store", folder.resolve("results").toString()));
    return Commands.execute(
        all.toArray(String[]::new),
        new Console(
            new PrintStream(out, true, StandardCharsets.UTF_8),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            false));
  }

  /**
   * The store of a host, some hours long.
   *
   * @param sickFrom the minute from which collections take a third of the time
   */
  private void watch(String host, int sickFrom, String... mains) throws IOException {
    RunFolder run = Store.open(folder.resolve("stores").resolve(host)).begin(WatchFiles.COMMAND);
    List<WatchRecord.Jvm> jvms = new ArrayList<>();
    for (int i = 0; i < mains.length; i++) {
      WatchRecord.Jvm jvm = jvm("jvm-00" + (i + 1), 100 + i, mains[i], null);
      jvms.add(jvm);
      Path log = Files.createDirectory(run.path().resolve(jvm.folder()));
      try (WatchLog frames = new WatchLog(log, 100 << 20, Duration.ofDays(30))) {
        for (int minute = 0; minute < 60 * HOURS; minute++) {
          frames.add(new WatchFrame.Seconds(minute(minute, minute >= sickFrom)));
        }
      }
    }
    WatchFiles.write(run.path(), new WatchRecord(WatchRecord.SCHEMA, host, 100 << 20, jvms));
    run.write(WatchFiles.run(run.id(), "all JVMs", List.of("foliot", "watch"), START, null));
  }

  private static WatchRecord.Jvm jvm(String of, long pid, String main, @Nullable Long toMs) {
    return new WatchRecord.Jvm(
        of,
        pid,
        new WatchRecord.Program(main, "25", "acme"),
        START.toEpochMilli(),
        toMs,
        List.of());
  }

  private List<WatchSecond> minute(int minute, boolean isSick) {
    List<WatchSecond> seconds = new ArrayList<>();
    for (int second = 0; second < SECONDS; second++) {
      double gc = (isSick ? 0.35 : 0.04) + 0.02 * chance.nextDouble();
      seconds.add(
          new WatchSecond(
              START.getEpochSecond() + 60L * minute + second,
              Map.of(
                  WatchColumn.CPU_NS,
                  (long) (4e8 + 1e8 * chance.nextDouble()),
                  WatchColumn.GC_NS,
                  (long) (1e9 * gc),
                  WatchColumn.STEAL_NS,
                  (long) (5e6 * chance.nextDouble()),
                  WatchColumn.THREADS,
                  40L)));
    }
    return seconds;
  }

  @Test
  void shouldSayWhichNodesLoseTimeSinceWhen() throws IOException {
    for (int i = 0; i < 24; i++) {
      watch("host-%02d".formatted(i), i < 5 ? 120 : Integer.MAX_VALUE, "acme.Orders");
    }

    assertThat(run("fleet", folder.resolve("stores").toString(), "--json"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    JsonNode json = JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    assertThat(json.path("answer").asString())
        .matches("Since (09:59|10:0[0-2])(:[0-9]{2})? .*")
        .contains("5 of 24 nodes lose time to collections (1.")
        .contains("host-00/acme.Orders");
    assertThat(json.at("/onsets/0/cause").asString()).isEqualTo("gc-pause");
  }

  @Test
  void shouldRefuseOtherFilesBesideWatches() throws IOException {
    watch("host", Integer.MAX_VALUE, "acme.Orders");
    Path csv = Files.writeString(folder.resolve("other.csv"), "node,time,cpu\n");
    String stores = folder.resolve("stores").toString();
    assertThat(run("fleet", stores, csv.toString())).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("other.csv' holds no watch");
    assertThat(run("fleet", csv.toString(), stores)).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("other.csv' holds no watch");
  }

  @Test
  void shouldExportItsMinutes() throws IOException {
    watch("host", Integer.MAX_VALUE, "acme.Orders", "acme.Orders", "=acme.Cart");
    String run = folder.resolve("stores").resolve("host").toString();
    String id = Store.open(Path.of(run)).find("@1").path().toString();

    assertThat(run("export", id, "--format", "csv"))
        .as(err.toString(StandardCharsets.UTF_8))
        .isZero();
    List<String> lines = out.toString(StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSize(1 + 3 * 60 * HOURS);
    assertThat(lines.getFirst())
        .startsWith("time,node,host,service,jdk,started,stretch,lost_")
        .endsWith("requests,errors");
    assertThat(lines.get(1))
        .startsWith("2026-11-28T08:00:00Z,host/acme.Orders/100,host,acme.Orders,25,")
        .endsWith(",40.0,,,,");
    assertThat(lines.getLast()).contains(",host/=acme.Cart,host,\"'=acme.Cart\",25,");
    assertThat(run("export", id, "--format", "jmh")).isEqualTo(2);
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("--format csv has its minutes");
  }
}
