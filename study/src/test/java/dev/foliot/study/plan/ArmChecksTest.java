package dev.foliot.study.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.service.Jdk;
import dev.foliot.text.Reason;
import dev.foliot.text.StudyReason;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arms whose difference cannot take effect, as far as that is known before they run. */
class ArmChecksTest {
  private static final Jdk OWN = new Jdk(Path.of("jdk-25"), "25.0.3", 25);
  private static final Jdk ON_PATH = new Jdk(Path.of("jdk-17"), "17.0.15", 17);

  private static ArmPlan arm(
      String name, Jdk runsOn, Map<String, String> environment, String... words) {
    return new ArmPlan(
        name,
        new ArmStart.Command(
            List.of(words),
            Path.of("."),
            "/",
            OptionalInt.empty(),
            OWN,
            Optional.of(runsOn),
            Optional.empty()),
        new ArmBounds(
            OptionalInt.empty(),
            OptionalDouble.empty(),
            OptionalLong.empty(),
            ArmBounds.USUAL_READY_NS,
            environment));
  }

  @Test
  void shouldSayThatTheJdkOfThePathHasNoVirtualThreads() {
    Map<String, String> on = Map.of("SPRING_THREADS_VIRTUAL_ENABLED", "true");

    List<Reason> reasons =
        ArmChecks.of(
            List.of(
                arm("platform threads", ON_PATH, Map.of(), "java", "-jar", "app.jar"),
                arm("virtual threads", ON_PATH, on, "java", "-jar", "app.jar")));

    assertThat(reasons)
        .containsExactly(new StudyReason.VirtualThreadsNeedJdk("virtual threads", "17.0.15"));
    assertThat(ArmChecks.of(List.of(arm("virtual threads", OWN, on, "${java}", "-jar", "app.jar"))))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "a, --spring.threads.virtual.enabled=true, true",
    "a, -Dspring.threads.virtual.enabled=false, false",
    "platform, --spring.threads.virtual.enabled=false, false",
    "virtual, --spring.threads.virtual.enabled=false, false",
    "a, -Dquarkus.virtual-threads.enabled=true, true",
    "virtual threads, run, true",
    "no virtual threads, run, false",
    "loom, run, true",
    "a, /opt/virtualenv/app.jar, false",
    "a, --threads=200, false",
  })
  void shouldKnowWhoAsksForVirtualThreads(String name, String word, boolean asks) {
    assertThat(
            new ArmDifference.Command(name, List.of("java", word), Map.of())
                .asksForVirtualThreads())
        .isEqualTo(asks);
  }

  @Test
  void shouldSayThatArmsAreEqual() {
    assertThat(
            ArmChecks.of(
                List.of(
                    arm("a", OWN, Map.of(), "${java}", "-jar", "app.jar"),
                    arm("b", OWN, Map.of(), "jdk-25/bin/java", "-jar", "app.jar"),
                    arm("c", ON_PATH, Map.of(), "java", "-jar", "app.jar"),
                    arm("d", OWN, Map.of("A", "1"), "${java}", "-jar", "app.jar"))))
        .containsExactly(new StudyReason.ArmsEqual("a", "b"));
  }
}
