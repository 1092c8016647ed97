package dev.foliot.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code series.csv} and {@code slowest.csv}, read back. */
class ForkTablesTest {
  private static final List<String> SLOWEST =
      List.of(
          "index",
          "intended_ns",
          "start_ns",
          "end_ns",
          "response_ns",
          "service_ns",
          "backlog_ns",
          "lateness_ns",
          "thread_id",
          "thread");
  private static final String SERIES =
      "start_ms,end_ms,messages,response_p50_ns,response_p99_ns,response_max_ns,"
          + "service_p50_ns,service_p99_ns,service_max_ns,backlog_mean_ns,lateness_max_ns\n";

  @TempDir Path temp;

  @Test
  void shouldReadTheGoldenRun() throws URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(getClass().getResource("/golden/run-1")).toURI());
    StoredRun golden = Store.open(folder.resolveSibling("none")).find(folder.toString());

    assertThat(golden.series(1))
        .containsExactly(
            new SeriesInterval(
                0.0,
                1000.0,
                1000,
                new SeriesInterval.Response(2807L, 6303L, 7942L),
                new SeriesInterval.Service(2559L, 6099L, 7719L),
                0L,
                349L),
            new SeriesInterval(
                1000.0,
                2000.0,
                1000,
                new SeriesInterval.Response(2841L, 6295L, 4200167L),
                new SeriesInterval.Service(2593L, 5815L, 4200000L),
                6822L,
                349L));
    List<SlowestMessage> slowest = golden.slowest(1);
    assertThat(slowest).hasSize(5);
    assertThat(slowest.getFirst())
        .isEqualTo(
            new SlowestMessage(
                1234,
                new SlowestMessage.Times(
                    1234000000, 1234000167, 1238200167, 4200167, 4200000, 0, 167),
                31,
                "=pacer-0",
                Map.of("put", 208L, "take </script>", 4199792L)));
    assertThat(slowest.get(2).probesNs()).containsExactly(entry("put", 412L));
  }

  @Test
  void shouldReadNothingOfAForkThatDied() throws URISyntaxException {
    Path folder = Path.of(Objects.requireNonNull(getClass().getResource("/golden/run-1")).toURI());
    StoredRun golden = Store.open(folder.resolveSibling("none")).find(folder.toString());

    assertThat(golden.series(2)).isEmpty();
    assertThat(golden.slowest(2)).isEmpty();
  }

  @Test
  void shouldFindColumnsByTheirNamesAndPassOverOthers() throws IOException {
    StoredRun run = written("slowest.csv", "");
    Files.writeString(
        run.forkPath(1).resolve("slowest.csv"),
        "thread,new,thread_id,lateness_ns,backlog_ns,service_ns,response_ns,end_ns,start_ns,"
            + "intended_ns,index,probe \n"
            + "a,?,9,8,7,6,5,4,3,2,1,\n");

    assertThat(run.slowest(1))
        .containsExactly(
            new SlowestMessage(1, new SlowestMessage.Times(2, 3, 4, 5, 6, 7, 8), 9, "a", Map.of()));
  }

  @Test
  void shouldReadAnEmptyCellAsNothing() throws IOException {
    StoredRun run = written("series.csv", SERIES + "0.0,100.0,0,,,,,,,,\n");

    assertThat(run.series(1))
        .containsExactly(
            new SeriesInterval(
                0,
                100,
                0,
                new SeriesInterval.Response(null, null, null),
                new SeriesInterval.Service(null, null, null),
                null,
                null));
  }

  @Test
  void shouldReadBackWhateverNamesThereAre() throws IOException {
    String[] parts = {"a", ",", "\"", "\n", "\r", "=", "+", " ", "\t", "é", "😀", "-", "@"};
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<String> header = new ArrayList<>(SLOWEST);
    header.add("probe x");
    List<List<@Nullable Object>> rows = new ArrayList<>();
    List<String> threads = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      StringBuilder name = new StringBuilder();
      for (int n = random.nextInt(6); n > 0; n--) {
        name.append(parts[random.nextInt(parts.length)]);
      }
      threads.add(name.toString());
      rows.add(Arrays.asList(i, 1, 2, 3, 4, 5, 6, 7, 8, name.toString(), i % 2 == 0 ? null : -i));
    }
    RunFolder folder = Store.open(temp).begin("bench");
    try (ForkFolder fork = folder.beginFork(1)) {
      fork.slowest(header, rows);
      fork.commit(Examples.fork(1));
    }
    folder.write(Examples.run(folder.id()));

    List<SlowestMessage> read = Store.open(temp).find(folder.id()).slowest(1);

    assertThat(read.stream().map(SlowestMessage::thread)).as("seed %d", seed).isEqualTo(threads);
    assertThat(read.get(1).probesNs()).containsExactly(entry("x", -1L));
    assertThat(read.get(2).probesNs()).isEmpty();
  }

  @Test
  void shouldKeepColumnsApartThatHaveOneName() throws IOException {
    StoredRun run =
        written(
            "slowest.csv",
            String.join(",", SLOWEST) + ",probe a,probe a\n1,2,3,4,5,6,7,8,9,t,10,11\n");

    assertThat(run.slowest(1).getFirst().probesNs())
        .containsExactlyInAnyOrderEntriesOf(Map.of("a", 10L, "a'", 11L));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "1.0,2.0,x,,,,,,,,|has no whole number in messages",
        "1.0,2.0,,,,,,,,,|has no whole number in messages",
        "1.0,2.0,9223372036854775808,,,,,,,,|has no whole number in messages",
        "NaN,2.0,1,,,,,,,,|has no number in start_ms",
        "1e999,2.0,1,,,,,,,,|has no number in start_ms",
        "1.0,2.0,1,,,,,,,|has 10 cells, the first line has 11",
        "1.0,2.0,1,,,,,,,,,|has 12 cells, the first line has 11",
        "1.0,2.0,\"1,,,,,,,,|has a quote that does not end",
        "1.0,2.0,\"1\"1,,,,,,,,|has text after a quoted cell",
        "1.0,2.0,1\"1,,,,,,,,|has a quote within a cell"
      },
      quoteCharacter = '\u0001')
  void shouldSayWhatIsWrongWithALine(String line, String message) throws IOException {
    StoredRun run = written("series.csv", SERIES + line + "\n");

    assertThatThrownBy(() -> run.series(1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("series.csv")
        .hasMessageContaining(message);
  }

  @Test
  void shouldSayWhatIsWrongWithAFile() throws IOException {
    assertUnreadable("", "it is empty");
    assertUnreadable("start_ms,end_ms\n1,2\n", "it has no column messages");
    assertUnreadable(SERIES + "0.0,100.0,0", "its line 2");
    assertUnreadable(SERIES.strip(), "was cut short");
    assertUnreadable("a,".repeat(CsvTable.MAX_COLUMNS) + "b\n", "more than 2000 columns");
    assertUnreadable("a\n" + "1\n".repeat(CsvTable.MAX_ROWS + 1), "more than 100000 rows");
    StoredRun run = written("series.csv", "");
    Path file = run.forkPath(1).resolve("series.csv");
    Files.write(file, new byte[] {'a', (byte) 0xff, '\n'});
    assertThatThrownBy(() -> run.series(1)).hasMessageContaining("it is not UTF-8");
    Files.delete(file);
    assertThatThrownBy(() -> run.series(1)).hasMessageContaining("it does not exist");
    Files.createDirectory(file);
    assertThatThrownBy(() -> run.series(1)).hasMessageContaining("it is not a regular file");
  }

  private void assertUnreadable(String text, String message) throws IOException {
    StoredRun run = written("series.csv", text);
    assertThatThrownBy(() -> run.series(1))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining(message);
  }

  private StoredRun written(String file, String text) throws IOException {
    RunFolder folder = Store.open(temp).begin("bench");
    try (ForkFolder fork = folder.beginFork(1)) {
      fork.commit(Examples.fork(1));
    }
    folder.write(Examples.run(folder.id()));
    StoredRun run = Store.open(temp).find(folder.id());
    Files.writeString(run.forkPath(1).resolve(file), text, StandardCharsets.UTF_8);
    return run;
  }
}
