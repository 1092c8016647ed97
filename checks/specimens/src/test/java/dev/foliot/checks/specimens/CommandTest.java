package dev.foliot.checks.specimens;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class CommandTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  @Test
  void shouldListAllNames() throws Exception {
    assertThat(run("", "--list")).isZero();
    assertThat(lines(out)).hasSameSizeAs(Specimens.all()).contains("pipeline", "gc-churn");
  }

  @Test
  void shouldTellTheTruthWithoutPlaying() throws Exception {
    assertThat(run("", "false-primary", "--truth")).isZero();
    assertThat(lines(out))
        .singleElement()
        .asString()
        .startsWith("{\"name\":\"false-primary\",\"sick\":true,\"kind\":\"false-sharing\"")
        .contains("\"sick_on\":[\"17\",\"21.0.4\"]")
        .contains("\"class\":\"dev.foliot.checks.specimens.Parcel\"")
        .contains("\"writer_threads\":[\"writer-1\"],\"reader_threads\":[\"reader-1\"]")
        .contains("{\"field\":\"_primary_supers\",\"written_offset_bytes\":32,");
  }

  @Test
  void shouldBeReadyThenAnswerThenEndWithItsInput() throws Exception {
    assertThat(run("ops\nnothing\nops\n", "plain-cpu")).isZero();
    List<String> lines = lines(out);
    assertThat(lines).hasSize(5);
    assertThat(lines.get(0)).startsWith("truth {\"name\":\"plain-cpu\",\"sick\":false");
    assertThat(lines.get(1)).isEqualTo("ready");
    Operations first = Operations.ofJson(lines.get(2).substring("ops ".length()));
    Operations last = Operations.ofJson(lines.get(4).substring("ops ".length()));
    assertThat(first.threads()).containsOnlyKeys("worker-1", "worker-2");
    assertThat(last.ns()).isGreaterThan(first.ns());
    assertThat(last.perSecondSince(first, "worker-1")).isNotNegative();
  }

  @Test
  void shouldEndByItselfWhenAskedForSeconds() throws Exception {
    assertThat(run("", "plain-cpu", "1", "--ops")).isZero();
    assertThat(lines(out)).element(1).isEqualTo("ready");
    assertThat(lines(out)).last().asString().startsWith("ops {\"ns\":");
  }

  @Test
  void shouldSayWhatIsWrongWithACommandLine() throws Exception {
    assertThat(run("")).isEqualTo(2);
    assertThat(run("", "no-such")).isEqualTo(2);
    assertThat(run("", "pipeline", "soon")).isEqualTo(2);
    assertThat(run("", "lottery", "70000")).isEqualTo(2);
    assertThat(lines(err))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("usage: "),
            line -> assertThat(line).isEqualTo("no specimen no-such"),
            line -> assertThat(line).startsWith("not a number: soon"),
            line -> assertThat(line).isEqualTo("not from 0 to 60000: 70000"));
  }

  @Test
  void shouldRunInAProcessOfItsOwn() throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    try (SpecimenProcess process =
        SpecimenProcess.start(jdk, List.of("-XX:TieredStopAtLevel=1"), "hidden-class")) {
      assertThat(process.pid()).isPositive();
      assertThat(process.className())
          .matches("dev\\.foliot\\.checks\\.specimens\\.Parcel/0x[0-9a-f]+");
      assertThat(process.truth()).startsWith("{\"name\":\"hidden-class\"");
      Operations first = process.operations();
      Operations second = process.operations();
      assertThat(second.threads()).containsOnlyKeys("writer-1", "writer-2");
      assertThat(second.ns()).isGreaterThan(first.ns());
    }
  }

  /** Too old for the one, too new for a filler to move the class of the other. */
  @Test
  void shouldSayWhyAJvmCannotPlayOne() {
    Path jdk = Path.of(System.getProperty("java.home"));
    boolean isOld = Runtime.version().feature() < 21;
    List<String> flags = isOld ? List.of() : List.of("-XX:+UseCompactObjectHeaders");
    assertThatThrownBy(
            () -> SpecimenProcess.start(jdk, flags, isOld ? "virtual-threads" : "lucky-address"))
        .isInstanceOf(SpecimenRefusedException.class)
        .hasMessageContaining(isOld ? "need JDK 21" : "no filler moves it within a line");
  }

  @Test
  void shouldSayWhenAProcessIsNeverReady() {
    Path jdk = Path.of(System.getProperty("java.home"));
    assertThatThrownBy(() -> SpecimenProcess.start(jdk, List.of(), "no-such"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("never was ready");
  }

  private int run(String input, String... words) throws InterruptedException {
    InputStream in = new ByteArrayInputStream(input.getBytes(UTF_8));
    return new Command(in, new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8))
        .run(List.of(words));
  }

  private static List<String> lines(ByteArrayOutputStream text) {
    return text.toString(UTF_8).lines().toList();
  }
}
