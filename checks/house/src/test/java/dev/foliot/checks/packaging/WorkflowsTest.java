package dev.foliot.checks.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workflows of this repository and the one that users copy. */
final class WorkflowsTest {
  private static final String OWN = ".github/workflows/ci.yml";
  private static final String NIGHTLY = ".github/workflows/nightly.yml";
  private static final String RELEASE = ".github/workflows/release.yml";
  private static final String EXAMPLE = "examples/github/latency.yml";
  private static final Pattern ACTION = Pattern.compile("[A-Za-z-]+/[a-z-]+@(v\\d+|main)");
  private static final Pattern OUTPUT = Pattern.compile("steps\\.([a-z]+)\\.outputs\\.([a-z-]+)");

  @ParameterizedTest
  @ValueSource(strings = {OWN, NIGHTLY, RELEASE, EXAMPLE})
  void shouldBeAWorkflowOfWholeSteps(String file) throws IOException {
    Map<String, Object> workflow = Yaml.read(file);

    assertThat(workflow).containsKeys("name", "on", "permissions", "jobs");
    assertThat(Yaml.map(workflow.get("jobs")).values())
        .isNotEmpty()
        .allSatisfy(
            job -> assertThat(Yaml.map(job)).containsKeys("runs-on", "timeout-minutes", "steps"));
    assertThat(steps(file))
        .isNotEmpty()
        .allSatisfy(step -> {
          assertThat(step.containsKey("uses")).isNotEqualTo(step.containsKey("run"));
          if (step.containsKey("uses")) {
            assertThat(Yaml.text(step.get("uses"))).matches(ACTION);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(strings = {OWN, NIGHTLY, RELEASE, EXAMPLE})
  void shouldInstallTheJdkOfTheBuildLast(String file) throws IOException {
    String jdk = Versions.of("jdk.build").replaceAll("\\[(\\d+),.*", "$1");

    Map<String, Object> setUp =
        steps(file)
            .filter(step -> Yaml.text(step.get("uses")).startsWith("actions/setup-java@"))
            .findFirst()
            .orElseThrow();

    String versions = Yaml.text(Yaml.map(setUp.get("with")).get("java-version"));
    assertThat(versions.lines().toList().getLast()).isEqualTo(jdk);
  }

  @Test
  void shouldRunTheScriptsThatAnyoneCanRun() throws IOException {
    assertThat(steps(OWN).map(step -> Yaml.text(step.get("run")))).contains("bash .ci/run");
    assertThat(Pom.ROOT.resolve(".ci/run")).isRegularFile();
    assertThat(steps(NIGHTLY).map(step -> Yaml.text(step.get("run"))))
        .contains("bash checks/nightly.sh");
    assertThat(Pom.ROOT.resolve("checks/nightly.sh")).isRegularFile();
    assertThat(steps(RELEASE).map(step -> Yaml.text(step.get("run"))))
        .anyMatch(run -> run.contains("checks/release.sh publish"));
    assertThat(Pom.ROOT.resolve("checks/release.sh")).isExecutable();
  }

  @Test
  void shouldGiveTheActionTheInputsThatItHas() throws IOException {
    Map<String, Object> action = Yaml.read("action.yml");
    List<Map<String, Object>> steps = steps(EXAMPLE).toList();
    List<Map<String, Object>> ours =
        steps.stream().filter(step -> Yaml.text(step.get("uses")).contains("/foliot@")).toList();

    assertThat(ours)
        .isNotEmpty()
        .allSatisfy(step ->
            assertThat(Yaml.map(action.get("inputs")).keySet())
                .containsAll(Yaml.map(step.get("with")).keySet()));
    assertThat(OUTPUT.matcher(steps.toString()).results().toList())
        .allSatisfy(output -> {
          assertThat(ours).extracting(step -> step.get("id")).contains(output.group(1));
          assertThat(Yaml.map(action.get("outputs"))).containsKey(output.group(2));
        });
  }

  private static Stream<Map<String, Object>> steps(String file) throws IOException {
    return Yaml.map(Yaml.read(file).get("jobs")).values().stream()
        .flatMap(job -> Yaml.maps(Yaml.map(job).get("steps")).stream());
  }
}
