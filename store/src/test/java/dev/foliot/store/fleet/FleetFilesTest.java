package dev.foliot.store.fleet;

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
import dev.foliot.store.diagnosis.DiagnosisFiles;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetFilesTest {
  private static final String HOSTILE =
      "</script>\u202e\u001b[2J\ud800 \"a\":\"b\"" + "x".repeat(10_000);

  @TempDir Path temp;

  @Test
  void shouldGiveBackWhatWasWritten() {
    Store store = store();
    for (FleetRecord fleet : List.of(FleetExamples.bands(), FleetExamples.oneBand())) {
      StoredRun written = FleetExamples.write(store, fleet);

      StoredRun stored = store.find(written.id());
      assertThat(FleetFiles.isFleet(stored)).isTrue();
      assertThat(DiagnosisFiles.isDiagnosis(stored)).isFalse();
      assertThat(FleetFiles.fleet(stored)).isEqualTo(fleet);
      assertThat(FleetFiles.fleet(stored).groups().places().assignments().keySet())
          .containsExactlyElementsOf(fleet.groups().places().assignments().keySet());
    }
    assertThat(store.runs()).hasSize(2).allMatch(run -> run.problem() == null);
  }

  @Test
  void shouldBeARunWithoutForks() {
    RunRecord run = FleetExamples.write(store(), FleetExamples.bands()).run();

    assertThat(run.command()).isEqualTo("fleet");
    assertThat(run.benchmark()).isEqualTo("cpu/rps in simulated-fleet.csv");
    assertThat(run.commandLine()).containsExactly("foliot", "fleet", "simulated-fleet.csv");
    assertThat(run.startedAt()).isEqualTo("2026-12-01T13:00:00Z");
    assertThat(run.load().seed()).isEqualTo(7);
    assertThat(run.environment()).isEqualTo(Examples.environment());
    assertThat(run.validity()).isEqualTo(Validity.valid());
    assertThat(run.arms()).isEmpty();
    assertThat(run.forks()).isEmpty();
    assertThat(run.complete()).isTrue();
    assertThat(FleetExamples.write(store(), FleetExamples.oneBand()).run().benchmark())
        .isEqualTo("latency in a.json and 1 more");
  }

  @Test
  void shouldSayAsDataWhyThereIsNoVerdict() {
    Reason few = new StudyReason.FewForks(5, 8);

    StoredRun stored =
        FleetExamples.write(
            store(), with(FleetExamples.bands(), FleetVerdict.NOT_ENOUGH_NODES, few));

    assertThat(FleetFiles.fleet(stored).finding().reasonCode()).isEqualTo(few);
    assertThat(stored.run().validity()).isEqualTo(Validity.of(Verdict.SUSPECT, few));
  }

  /** The names promised by the first version; further names may follow. */
  @Test
  void shouldHaveTheNamesThatOthersRead() {
    assertThat(Json.text(FleetExamples.bands()))
        .containsSubsequence(
            "\"schema\" : \"foliot.fleet/1\"",
            "\"input\" : {",
            "\"format\" : \"csv\"",
            "\"guesses\" : [",
            "\"metric\" : \"cpu/rps\"",
            "\"nodes\" : 25",
            "\"verdict\" : \"bands\"",
            "\"confidence\" : 0.99",
            "\"bands\" : [ {",
            "\"band\" : 0",
            "\"share\" : 0.208",
            "\"share_low\" : 0.0713",
            "\"share_high\" : 0.4215",
            "\"center\" : 0.0061",
            "\"spread\" : 1.0E-4",
            "\"separation\" : 19.5",
            "\"dip_p\" : 0.034",
            "\"consistent_k\" : [ 1, 2, 3 ]",
            "\"expected_by_chance\" : 0.95",
            "\"loyalty\" : {",
            "\"within_lifetime\" : 0.998",
            "\"p_kept\" : 0.8",
            "\"explained_by\" : [ {",
            "\"label\" : \"zone\"",
            "\"value\" : \"eu-1a\"",
            "\"effect\" : 0.61",
            "\"risk_ratio\" : 4.2",
            "\"p_adjusted\" : 0.0087",
            "\"alike\" : [ \"rack=r12\" ]",
            "\"assignments\" : {",
            "\"node-00\" : ",
            "\"outliers\" : [ \"node-99\" ]",
            "\"steps\" : [ {",
            "\"rows\" : 4800",
            "\"missing\" : 12",
            "\"not_finite\" : 3",
            "\"duplicates\" : 2",
            "\"window_us\" : 900000000",
            "\"nodes_without\" : [ \"node-98\" ]",
            "\"window_starts_us\" : [",
            "\"lines\" : [",
            "\"courses\" : [",
            "\"dots\" : [",
            "\"centers\" : [",
            "\"mixture\" : [");
    for (FleetVerdict verdict : FleetVerdict.values()) {
      assertThat(Json.text(with(FleetExamples.bands(), verdict, null)))
          .contains("\"verdict\" : \"" + verdict.words() + "\"");
    }
    assertThat(Json.text(FleetExamples.oneBand()))
        .doesNotContain("\"separation\"", "\"eighths\"", "\"loyalty\"", "\"time\"");
  }

  @Test
  void shouldOpenTheFleetsThatVersionOneWrote() throws URISyntaxException {
    List<FleetRecord> known = List.of(FleetExamples.bands(), FleetExamples.oneBand());
    for (int i = 0; i < known.size(); i++) {
      Path golden =
          Path.of(
              Objects.requireNonNull(getClass().getResource("/golden/fleet-" + (i + 1))).toURI());

      StoredRun stored = Store.open(temp).find(golden.toString());

      assertThat(FleetFiles.fleet(stored)).isEqualTo(known.get(i));
      assertThat(stored.run().command()).isEqualTo("fleet");
    }
  }

  @Test
  void shouldTakeSecretsOutAndKeepNodesApart() throws IOException {
    Map<String, Integer> nodes = new LinkedHashMap<>();
    nodes.put("https://me:hot@a:80", 0);
    nodes.put("password=hot", 0);
    nodes.put("password=hotter", 1);
    nodes.put("keycloak:8080", 1);
    FleetRecord plain = FleetExamples.bands();
    String sentence = "it is explained by token: hot";
    FleetExplanation secret =
        new FleetExplanation(
            "api_key", "hot", FleetExplanation.Kind.LABEL, 0, 1, null, 0, List.of("token=hot"));
    FleetRecord leaking =
        new FleetRecord(
            plain.schema(),
            plain.startedAt(),
            new FleetInput(
                List.of("x?token=hot"),
                "csv",
                new FleetInput.Columns("cpu", "node", null, null, null, List.of()),
                List.of(sentence)),
            new FleetFinding(4, 4, FleetVerdict.BANDS, 1, null, FleetLimits.NONE, null, List.of()),
            new FleetGroups(
                plain.bands(),
                null,
                null,
                null,
                null,
                new FleetExplanations(List.of(secret), List.of(), true, secret),
                new FleetPlaces(
                    nodes,
                    List.copyOf(nodes.keySet()),
                    List.of("password=hot", "password=hotter"),
                    List.of(),
                    new FleetPair("password=hot", "password=hotter", List.of(), null))),
            List.of(new FleetStep(FleetStep.Name.EXPLANATIONS, sentence)),
            new FleetData(
                new FleetData.Points(1, 0, 0, 0, false, 0),
                new FleetData.Period(0, 0, 1, 1),
                List.of("password=hot"),
                List.of(sentence)),
            new FleetPlots(
                List.of(),
                List.of(new FleetPlots.Line("password=hot", 0, List.of())),
                List.of(),
                List.of(new FleetPlots.Dot("password=hot", 0, null, 1, 1)),
                List.of(),
                List.of()));

    StoredRun stored =
        FleetFiles.write(
            store(),
            leaking,
            new FleetWords(sentence, List.of(sentence)),
            1,
            List.of("foliot", "fleet", "x?token=hot"),
            "2026-12-01T09:00:05Z",
            Map.of("api_key", "hot"));

    for (String file : List.of("run.json", "fleet.json")) {
      assertThat(Files.readString(stored.path().resolve(file)))
          .contains("***")
          .doesNotContain("hot");
    }
    assertThat(FleetFiles.fleet(stored).groups().places().assignments())
        .containsExactly(
            Map.entry("https://***@a:80", 0),
            Map.entry("password=***", 0),
            Map.entry("password=***'", 1),
            Map.entry("keycloak:8080", 1));
    FleetRecord once = FleetFiles.redacted(leaking);
    assertThat(FleetFiles.redacted(once)).isEqualTo(once);
  }

  @Test
  void shouldNotBeOfTheNamesInItsTexts() throws IOException {
    FleetRecord plain = FleetExamples.oneBand();
    FleetRecord hostile =
        new FleetRecord(
            plain.schema(),
            plain.startedAt(),
            new FleetInput(
                List.of(HOSTILE),
                HOSTILE,
                new FleetInput.Columns(HOSTILE, HOSTILE, null, null, null, List.of(HOSTILE)),
                List.of(HOSTILE)),
            new FleetFinding(
                1, 1, FleetVerdict.OUTLIERS, 1, null, FleetLimits.NONE, null, List.of()),
            new FleetGroups(
                List.of(),
                null,
                null,
                null,
                null,
                FleetExplanations.NONE,
                new FleetPlaces(
                    Map.of(HOSTILE, 0),
                    List.of(HOSTILE),
                    List.of(HOSTILE),
                    List.of(),
                    new FleetPair(HOSTILE, HOSTILE, List.of(HOSTILE), 1.0))),
            List.of(),
            plain.data(),
            plain.plots());

    StoredRun stored = FleetExamples.write(store(), hostile);

    assertThat(FleetFiles.fleet(stored).groups().places().outliers())
        .containsExactly(HOSTILE.replace('\ud800', '\ufffd'));
    assertThat(Files.readString(stored.path().resolve("fleet.json")).chars())
        .as("plain ASCII")
        .allMatch(c -> c == '\n' || (c >= ' ' && c < 127));
  }

  @Test
  void shouldRefuseNumbersThatJsonCannotHold() {
    double nan = Double.NaN;

    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FleetPlots.Line("a", 0, Arrays.asList(1.0, null, nan)));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new FleetPlots(List.of(), List.of(), List.of(), List.of(), List.of(nan), List.of()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FleetPlots.Dot("a", 0, nan, 1, 1))
        .withMessageContaining("load is NaN");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FleetLoyalty(nan, 0, 0, 0, null, FleetLoyalty.Verdict.NONE));
    assertThatIllegalArgumentException()
        .isThrownBy(() ->
            new FleetExplanation(
                "a",
                "b",
                FleetExplanation.Kind.LABEL,
                0,
                1,
                Double.POSITIVE_INFINITY,
                0,
                List.of()));
  }

  @Test
  void shouldRefuseWhatCannotBe() throws IOException {
    StoredRun stored = FleetExamples.write(store(), FleetExamples.bands());
    Path file = stored.path().resolve("fleet.json");
    String good = Files.readString(file);
    for (String[] change :
        new String[][] {
          {"foliot.fleet/1", "foliot.fleet/2"},
          {"foliot.fleet/1", "foliot.study/1"},
          {"\"verdict\" : \"bands\"", "\"verdict\" : \"band\""},
          {"\"confidence\" : 0.99", "\"confidence\" : \"NaN\""},
          {"\"confidence\" : 0.99", "\"confidence\" : null"},
          {"\"metric\" :", "\"metrics\" :"},
          {"\"nodes\" : 25", "\"nodes\" : 25, \"nodes\" : 26"},
        }) {
      assertThat(good).contains(change[0]);
      Files.writeString(file, good.replace(change[0], change[1]));

      assertThatExceptionOfType(StoreException.class)
          .as(change[1])
          .isThrownBy(() -> FleetFiles.fleet(stored))
          .withMessageContaining("fleet.json cannot be read: ");
    }
  }

  @Test
  void shouldSurviveAnyDamage() throws IOException {
    StoredRun stored = FleetExamples.write(store(), FleetExamples.bands());
    Path file = stored.path().resolve("fleet.json");
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
        FleetFiles.fleet(stored);
      } catch (StoreException e) {
        assertThat(e.getMessage()).as("seed %d", seed).doesNotContainPattern("\\p{Cntrl}");
      }
    }
  }

  @Test
  void shouldSayThatARunIsNoFleet() {
    Store store = store();
    RunFolder folder = store.begin("bench");
    folder.write(Examples.run(folder.id()));

    assertThat(FleetFiles.isFleet(store.find(folder.id()))).isFalse();
    assertThatThrownBy(() -> FleetFiles.fleet(store.find(folder.id())))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("fleet.json cannot be read: it does not exist");
  }

  private static FleetRecord with(
      FleetRecord fleet, FleetVerdict verdict, @Nullable Reason reasonCode) {
    return new FleetRecord(
        fleet.schema(),
        fleet.startedAt(),
        fleet.input(),
        new FleetFinding(25, 34, verdict, 0.5, reasonCode, FleetLimits.NONE, null, List.of()),
        fleet.groups(),
        fleet.steps(),
        fleet.data(),
        fleet.plots());
  }

  private Store store() {
    return new Store(
        temp.resolve("store"), () -> Instant.parse("2026-12-01T13:00:00Z"), new Random(6));
  }
}
