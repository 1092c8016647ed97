package dev.foliot.checks.specimens;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.checks.specimens.waits.WaitProcess;
import dev.foliot.checks.specimens.waits.WaitSpecimen;
import dev.foliot.checks.specimens.waits.WaitSpecimens;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every program whose threads wait plays, and its truth names existing things. */
final class WaitSpecimensTest {
  static Stream<WaitSpecimen> all() {
    return WaitSpecimens.all().stream();
  }

  static Stream<String> playable() {
    return all()
        .filter(specimen -> specimen.runsOn(Runtime.version().feature()))
        .map(WaitSpecimen::name);
  }

  @ParameterizedTest
  @MethodSource("all")
  void shouldHaveThePlaceThatItsTruthNames(WaitSpecimen specimen) throws Exception {
    assertThat(specimen.what()).endsWith(".");
    assertThat(specimen.place().isEmpty()).isEqualTo(specimen.kind().equals(WaitSpecimen.NONE));
    if (!specimen.place().isEmpty()) {
      int dot = specimen.place().lastIndexOf('.');
      assertThat(Class.forName(specimen.place().substring(0, dot)).getDeclaredMethods())
          .anyMatch(method -> method.getName().equals(specimen.place().substring(dot + 1)));
    }
  }

  @ParameterizedTest
  @MethodSource("playable")
  void shouldReachItsState(String name) throws Exception {
    Path jdk = Path.of(System.getProperty("java.home"));
    try (WaitProcess process = WaitProcess.start(jdk, List.of(), name)) {
      assertThat(process.pid()).isPositive();
    }
  }

  @Test
  void shouldHaveAControlForEachKind() {
    Set<String> names = new HashSet<>();
    assertThat(all()).allMatch(specimen -> names.add(specimen.name()));
    assertThat(all().filter(specimen -> specimen.kind().equals(WaitSpecimen.NONE)))
        .hasSizeGreaterThanOrEqualTo((int) all().map(WaitSpecimen::kind).distinct().count() - 1);
  }

  @Test
  void shouldStandInTheManual() throws Exception {
    String manual = Files.readString(Path.of("..", "..", "docs", "internals", "specimens.md"));
    assertThat(all())
        .allSatisfy(specimen -> assertThat(manual).contains("`" + specimen.name() + "`"));
  }
}
