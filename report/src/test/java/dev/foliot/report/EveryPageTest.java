package dev.foliot.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.store.StoredRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What every kind of page has to be, of a golden run and of a hostile one. */
class EveryPageTest {
  @TempDir Path temp;

  /** A kind of page. */
  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  enum Kind {
    RUN("run-1", run -> Report.html(List.of(run), null)),
    STUDY("study-2", run -> StudyPages.html(List.of(run))),
    DIAGNOSIS("diagnosis-1", run -> DiagnosisReport.html(List.of(run), null)),
    FLEET("fleet-1", run -> FleetReport.html(List.of(run))),
    DEMO("demo-1", run -> DemoReport.html(List.of(run)));

    private final String golden;
    private final Function<StoredRun, String> page;

    Kind(String golden, Function<StoredRun, String> page) {
      this.golden = golden;
      this.page = page;
    }

    String golden() {
      return page.apply(Golden.run(golden));
    }

    /** With a comparison where the page may have one. */
    String hostile(Path store) throws IOException {
      return switch (this) {
        case RUN -> Report.html(List.of(HostileRun.write(store)), HostileRun.comparison());
        case DIAGNOSIS ->
            DiagnosisReport.html(
                List.of(HostileDiagnosis.write(store)), HostileDiagnosis.comparison());
        case FLEET -> page.apply(HostileFleet.write(store));
        case DEMO -> page.apply(HostileDemo.write(store));
        case STUDY ->
            page.apply(
                new SimulatedStudy("ramp-up")
                    .saying(HostileRun.EVIL)
                    .arms(HostileRun.EVIL, "b" + HostileRun.EVIL)
                    .forks(1)
                    .write(store));
      };
    }
  }

  /** {@code -Dfoliot.golden=write} takes the page as it is now for the one that should be. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldBeThePageThatWasRecorded(Kind kind) throws IOException {
    Path recorded = Path.of("src", "test", "resources", "golden", kind.golden + ".html");
    String html = Golden.normalised(kind.golden());
    if ("write".equals(System.getProperty("foliot.golden"))) {
      Files.writeString(recorded, html);
    }

    assertThat(html).isEqualTo(Files.readString(recorded));
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldAskForNothingAndRunNothingElse(Kind kind) {
    String html = kind.golden();

    Html.shouldAskForNothing(html);
    Html.shouldBeWhole(html);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void shouldShowEveryTextAsText(Kind kind) throws IOException {
    Html.shouldShowEvilAsText(kind.hostile(temp));
  }
}
