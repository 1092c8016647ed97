package dev.foliot.store.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.store.Examples;
import dev.foliot.store.Json;
import dev.foliot.store.RunFolder;
import dev.foliot.store.RunRecord;
import dev.foliot.store.Store;
import dev.foliot.store.StoreException;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Validity;
import dev.foliot.store.Verdict;
import dev.foliot.store.fleet.FleetFiles;
import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import dev.foliot.text.RunReason;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoFilesTest {
  private static final String HOSTILE =
      "</script>\u202e\u001b[2J\ud800 \"a\":\"b\"" + "x".repeat(10_000);

  @TempDir Path temp;

  @Test
  void shouldGiveBackWhatWasWritten() {
    Store store = store();
    for (DemoRecord demo : List.of(DemoExamples.whole(), DemoExamples.poor())) {
      StoredRun stored = store.find(DemoExamples.write(store, demo).id());

      assertThat(DemoFiles.isDemo(stored)).isTrue();
      assertThat(FleetFiles.isFleet(stored)).isFalse();
      assertThat(DemoFiles.demo(stored)).isEqualTo(demo);
      assertThat(DemoFiles.demo(stored).parts().getLast().shown().places().keySet())
          .containsExactlyElementsOf(demo.parts().getLast().shown().places().keySet());
    }
    assertThat(store.runs()).hasSize(2).allMatch(run -> run.problem() == null);
  }

  @Test
  void shouldBeARunWithoutForks() {
    RunRecord run = DemoExamples.write(store(), DemoExamples.whole()).run();

    assertThat(run.command()).isEqualTo("demo");
    assertThat(run.benchmark()).isEqualTo("stall, placement, burst");
    assertThat(run.commandLine()).containsExactly("foliot", "demo");
    assertThat(run.load().durationNs()).isEqualTo(68_250_000_000L);
    assertThat(run.arms()).isEmpty();
    assertThat(run.forks()).isEmpty();
    assertThat(run.complete()).isTrue();
    assertThat(run.validity())
        .isEqualTo(
            Validity.of(
                    Verdict.SUSPECT, Reasons.plain(List.of("other processes took 7 % of the time")))
                .in("placement"));
  }

  @Test
  void shouldSayItInAFewWords() {
    assertThat(DemoExamples.whole().headline()).isEqualTo("3 of 3 parts shown");
    assertThat(DemoExamples.poor().headline()).isEqualTo("1 of 2 parts shown");
    DemoRecord none =
        new DemoRecord(
            DemoRecord.SCHEMA,
            "2026-12-01T15:00:00Z",
            1,
            DemoExamples.poor().parts().subList(1, 2));
    assertThat(none.headline()).isEqualTo("0 of 1 part shown");
    assertThat(DemoFiles.validity(none).verdict()).isEqualTo(Verdict.INVALID);
  }

  /** The names promised by the first version; further names may follow. */
  @Test
  void shouldHaveTheNamesThatOthersRead() {
    assertThat(Json.text(DemoExamples.whole()))
        .containsSubsequence(
            "\"schema\" : \"foliot.demo/1\"",
            "\"started_at\" : ",
            "\"duration_s\" : 68.25",
            "\"parts\" : [ {",
            "\"name\" : \"stall\"",
            "\"title\" : ",
            "\"status\" : \"done\"",
            "\"says\" : [",
            "\"sides\" : [ \"closed loop\", \"users\" ]",
            "\"figures\" : [ {",
            "\"unit\" : \"ns\"",
            "\"by_side\" : {",
            "\"users\" : 951295.0",
            "\"curves\" : [ {",
            "\"side\" : \"closed loop\"",
            "\"x\" : [",
            "\"y\" : [",
            "\"runs\" : [",
            "\"commands\" : [",
            "\"validity\" : {",
            "\"name\" : \"placement\"",
            "\"places\" : {",
            "\"unlucky address\" : {",
            "\"line_offset\" : 56",
            "\"name\" : \"burst\"");
    assertThat(Json.text(DemoExamples.poor()))
        .contains("\"status\" : \"unavailable\"", "\"reason\" : \"no JDK that is ill")
        .doesNotContain("\"places\"", "\"shown\"");
  }

  @Test
  void shouldOpenTheDemosThatVersionOneWrote() throws URISyntaxException {
    List<DemoRecord> known = List.of(DemoExamples.whole(), DemoExamples.poor());
    for (int i = 0; i < known.size(); i++) {
      Path golden =
          Path.of(
              Objects.requireNonNull(getClass().getResource("/golden/demo-" + (i + 1))).toURI());

      StoredRun stored = Store.open(temp).find(golden.toString());

      assertThat(DemoFiles.demo(stored)).isEqualTo(known.get(i));
      assertThat(stored.run().command()).isEqualTo("demo");
    }
  }

  @Test
  void shouldTakeSecretsOut() throws IOException {
    DemoRecord leaking = with("it failed: password=hot");

    StoredRun stored =
        DemoFiles.write(
            store(),
            leaking,
            List.of("foliot", "demo", "--token", "hot"),
            "2026-12-01T15:01:00Z",
            Map.of("api_key", "hot"));

    for (String file : List.of("run.json", "demo.json")) {
      assertThat(Files.readString(stored.path().resolve(file)))
          .contains("***")
          .doesNotContain("hot");
    }
    DemoRecord once = DemoFiles.redacted(leaking);
    assertThat(DemoFiles.redacted(once)).isEqualTo(once);
  }

  @Test
  void shouldKeepAsDataWhyAPartCannotBeShown() {
    Reason why = new RunReason.ForkFailed("no service: password=hot");
    DemoPart part = DemoPart.unavailable(DemoPart.BURST, "a burst", List.of("foliot"), why);

    StoredRun stored =
        DemoExamples.write(
            store(), new DemoRecord(DemoRecord.SCHEMA, "2026-12-01T15:00:00Z", 1, List.of(part)));

    DemoPart read = DemoFiles.demo(stored).parts().getFirst();
    assertThat(read.reasonCode()).isEqualTo(new RunReason.ForkFailed("no service: password=***"));
    assertThat(read.reason()).isEqualTo("no service: password=***");
  }

  @Test
  void shouldNotBeOfTheNamesInItsTexts() throws IOException {
    StoredRun stored = DemoExamples.write(store(), with(HOSTILE));

    assertThat(DemoFiles.demo(stored).parts().getFirst().title())
        .isEqualTo(HOSTILE.replace('\ud800', '\ufffd'));
    assertThat(Files.readString(stored.path().resolve("demo.json")).chars())
        .as("plain ASCII")
        .allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
  }

  private static DemoRecord with(String text) {
    return new DemoRecord(
        DemoRecord.SCHEMA,
        "2026-12-01T15:00:00Z",
        1,
        List.of(
            new DemoPart(
                "stall",
                text,
                DemoPart.Status.DONE,
                null,
                new DemoPart.Shown(List.of(text), List.of("a"), List.of(), List.of(), Map.of()),
                List.of(),
                List.of(),
                Validity.of(Verdict.SUSPECT, Reasons.plain(List.of(text))))));
  }

  @Test
  void shouldRefuseWhatJsonCannotHold() {
    double nan = Double.NaN;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoFigure("a", "ns", Map.of("b", nan)))
        .withMessageContaining("b is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoCurve("a", List.of(1.0), List.of(nan)));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoCurve("a", List.of(1.0), List.of()))
        .withMessageContaining("1 places and 0 values");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new DemoRecord(DemoRecord.SCHEMA, "", nan, List.of()));
  }

  @Test
  void shouldRefuseWhatCannotBe() throws IOException {
    StoredRun stored = DemoExamples.write(store(), DemoExamples.whole());
    Path file = stored.path().resolve("demo.json");
    String good = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"foliot.demo/1", "foliot.demo/2"},
          {"foliot.demo/1", "foliot.study/1"},
          {"\"status\" : \"done\"", "\"status\" : \"half\""},
          {"\"status\" : \"done\"", "\"status\" : null"},
          {"\"duration_s\" : 68.25", "\"duration_s\" : \"NaN\""},
          {"\"band\" : \"slow\"", "\"band\" : \"middling\""},
          {"\"title\" :", "\"titel\" :"},
        }) {
      assertThat(good).contains(change[0]);
      Files.writeString(file, good.replace(change[0], change[1]));

      assertThatExceptionOfType(StoreException.class)
          .as(change[1])
          .isThrownBy(() -> DemoFiles.demo(stored))
          .withMessageContaining("demo.json cannot be read: ");
    }
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    StoredRun stored = DemoExamples.write(store(), DemoExamples.whole());
    Path file = stored.path().resolve("demo.json");
    byte[] good = Files.readString(file).getBytes(StandardCharsets.UTF_8);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int i = 0; i < 300; i++) {
      byte[] bad =
          random.nextInt(4) == 0 ? Arrays.copyOf(good, random.nextInt(good.length)) : good.clone();
      for (int n = random.nextInt(3); n > 0 && bad.length > 0; n--) {
        bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
      }
      Files.write(file, bad);
      try {
        DemoFiles.demo(stored);
      } catch (StoreException e) {
        assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
      }
    }
  }

  @Test
  void shouldSayThatARunIsNoDemo() {
    Store store = store();
    RunFolder folder = store.begin("bench");
    folder.write(Examples.run(folder.id()));

    assertThat(DemoFiles.isDemo(store.find(folder.id()))).isFalse();
    assertThatThrownBy(() -> DemoFiles.demo(store.find(folder.id())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("demo.json cannot be read: it does not exist");
  }

  private Store store() {
    return new Store(
        temp.resolve("store"), () -> Instant.parse("2026-12-01T15:00:00Z"), new Random(6));
  }
}
