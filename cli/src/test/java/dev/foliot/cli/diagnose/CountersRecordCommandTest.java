package dev.foliot.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.screen.Console;
import dev.foliot.diagnose.counters.CounterRecording.Recorded;
import dev.foliot.diagnose.counters.capture.CaptureFile;
import dev.foliot.linux.Reading;
import dev.foliot.linux.reason.CountersReason;
import dev.foliot.linux.reason.SystemReason;
import dev.foliot.text.Reason;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the command line makes of a recording, whole and not. */
@EnabledOnOs(OS.LINUX)
class CountersRecordCommandTest {
  private static final String TEXT =
      """
      # foliot counters record: rounds of perf stat, without multiplexing
      # round 1
           1.000000000;900.00;msec;task-clock;900000000;100.00;;
           1.000000000;3000000;;cycles;900000000;100.00;;
           1.000000000;1000000;;instructions;900000000;100.00;;
      """;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<Long> asked = new ArrayList<>();

  @TempDir private Path temp;

  @Test
  void shouldWriteTheCaptureAndSayWhatIsNext() throws IOException {
    Path file = temp.resolve("slow.csv");

    assertThat(run(recorded(null), "4711", "--output", file.toString())).as(text(err)).isZero();

    assertThat(Files.readString(file)).isEqualTo(TEXT);
    assertThat(text(out))
        .startsWith("Counted 3 events of process 4711 in 3 rounds: 3 cycles per instruction")
        .contains("without    LLC-loads", "file       ", "foliot counters compare ", " FAST");
    assertThat(asked).containsExactly(4711L);
    assertThat(temp).isDirectoryNotContaining("glob:**.part");
  }

  @Test
  void shouldPrintItForATool() {
    Path file = temp.resolve("slow.csv");
    assertThat(run(recorded(null), "4711", "--json", "--output", file.toString())).isZero();

    JsonNode json = JsonMapper.shared().readTree(text(out));
    assertThat(json.propertyNames())
        .containsExactly("schema", "pid", "file", "rounds", "counted_rounds", "metrics", "without");
    assertThat(json.path("schema").asString()).isEqualTo("foliot.counters_record/1");
    assertThat(json.at("/metrics/cycles per instruction").asDouble()).isEqualTo(3);
  }

  @Test
  void shouldKeepWholeRoundsOfARecordingThatEndedEarly() throws IOException {
    Path file = temp.resolve("slow.csv");
    Reason ended = new CountersReason.CountingCut(CountersReason.Cut.PROCESS_ENDED, 3, 0);

    assertThat(run(recorded(ended), "4711", "--output", file.toString())).isEqualTo(4);
    assertThat(Files.readString(file)).isEqualTo(TEXT);
    assertThat(text(err)).contains("the process ended after 3", "3 of 9 rounds are in ");
    assertThat(text(out)).isEmpty();

    Files.delete(file);
    Reason cut = new CountersReason.CountingCut(CountersReason.Cut.INTERRUPTED, 3, 0);
    assertThat(run(recorded(cut), "4711", "--output", file.toString())).isEqualTo(130);
    assertThat(file).exists();
  }

  @Test
  void shouldSayWhyNothingIsCountedAndWriteNothing() {
    Path file = temp.resolve("slow.csv");
    Reading<Recorded> none = Reading.unavailable(new SystemReason.NoHardwareCounter("cycles", 2));

    assertThat(run(none, "4711", "--output", file.toString())).isEqualTo(4);
    assertThat(text(err).lines()).hasSize(1).allMatch(line -> line.contains("cycles"));
    assertThat(file).doesNotExist();
  }

  @Test
  void shouldRefuseBeforeItCounts() throws IOException {
    Path there = Files.writeString(temp.resolve("there.csv"), "mine");

    assertThat(run(recorded(null), "4711", "--output", there.toString())).isEqualTo(2);
    assertThat(run(recorded(null), "4711", "--output", temp.resolve("no/x.csv").toString()))
        .isEqualTo(2);
    assertThat(run(recorded(null), "4711", "--duration", "4s")).isEqualTo(2);
    assertThat(run(recorded(null), "4711", "--duration", "11min")).isEqualTo(2);
    assertThat(run(recorded(null), "no.such.MainClass")).isEqualTo(2);
    assertThat(text(err).lines().toList())
        .satisfiesExactly(
            line -> assertThat(line).contains("exists already: give another --output"),
            line -> assertThat(line).contains("give --output in a folder that is there"),
            line -> assertThat(line).contains("--duration is from 5s to 10min, not 4s"),
            line -> assertThat(line).contains("--duration is from 5s to 10min, not 11min"),
            line -> assertThat(line).contains("'no.such.MainClass' is no process id"));
    assertThat(asked).isEmpty();
    assertThat(Files.readString(there)).isEqualTo("mine");
  }

  private static Reading<Recorded> recorded(@Nullable Reason cut) {
    return Reading.of(
        new Recorded(
            TEXT,
            3,
            3,
            cut == null ? 3 : 9,
            CaptureFile.parse("x", TEXT),
            List.of("LLC-loads"),
            cut));
  }

  private int run(Reading<Recorded> answer, String... args) {
    String[] words = Stream.concat(Stream.of("record"), Stream.of(args)).toArray(String[]::new);
    return Foliot.line(
            words,
            new Console(stream(out), stream(err), false),
            foliot ->
                List.of(() ->
                    new CountersRecordCommand(
                        foliot,
                        (pid, duration, progress) -> {
                          asked.add(pid);
                          return answer;
                        })))
        .execute(words);
  }

  private static PrintStream stream(ByteArrayOutputStream bytes) {
    return new PrintStream(bytes, true, StandardCharsets.UTF_8);
  }

  private static String text(ByteArrayOutputStream bytes) {
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
