package dev.foliot.study.jar;

import dev.foliot.service.Jdk;
import dev.foliot.study.framework.Launch;
import dev.foliot.study.plan.Measure;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The study file that a jar makes: its server on platform threads beside virtual threads, under one
 * load. Pure.
 *
 * @param start how the jar is started
 * @param endpoints what is asked
 * @param clients of the closed loop
 * @param times how long everything takes
 */
public record JarStudy(JarStart start, JarEndpoints endpoints, int clients, Times times) {
  /** What costs a service little, and why it is as fast as it is. */
  private static final List<Measure> MEASURES =
      List.of(Measure.CPU, Measure.THREADS, Measure.RSS, Measure.DIAGNOSIS);

  private static final int LONGEST_NAME = 100;

  /**
   * How long everything takes.
   *
   * @param forks of each arm
   * @param warmUpS seconds of warm-up
   * @param isUntilSteady whether the warm-up ends earlier, once throughput is steady
   * @param durationS seconds that are measured
   */
  public record Times(int forks, int warmUpS, boolean isUntilSteady, int durationS) {}

  /**
   * The text of the file.
   *
   * @param file where it will be, absolute
   */
  public String yaml(Path file) {
    List<String> lines = new ArrayList<>();
    String name = start.app().name() + " with and without virtual threads";
    lines.add("# Made by foliot study --jar; endpoints " + endpoints.source().words() + ".");
    lines.add("study: throughput");
    lines.add("name: " + quoted(name.substring(0, Math.min(LONGEST_NAME, name.length()))));
    lines.add("forks: " + times.forks);
    lines.add(
        "measures: "
            + MEASURES.stream().map(Measure::label).collect(Collectors.joining(", ", "[", "]")));
    start
        .downstream()
        .ifPresent(called ->
            lines.add(
                "remote: {delay: "
                    + called.delay()
                    + ", system: "
                    + quoted(called.system())
                    + "}"));
    lines.add("arms:");
    start.arms().forEach(arm -> arm(arm, file, lines));
    lines.add("target:");
    lines.add("  requests:");
    endpoints.requests().forEach(request -> request(request, lines));
    lines.add("loads:");
    lines.add("  - clients: " + clients);
    lines.add("    warm-up: " + times.warmUpS + "s");
    if (times.isUntilSteady) {
      lines.add("    warm-up-until: steady");
    }
    lines.add("    warm-up-clients: " + clients);
    lines.add("    duration: " + times.durationS + "s");
    return String.join("\n", lines) + "\n";
  }

  private void arm(JarStart.Arm arm, Path file, List<String> lines) {
    lines.add("  - name: " + quoted(arm.name()));
    lines.add("    command:");
    // stand for placeholders, which a user's own words do not have
    start
        .words(arm, "\0", Launch.PORT, _ -> "127.0.0.1:\2", List.of())
        .forEach(word ->
            lines.add(
                "      - "
                    + quoted(
                        escaped(word)
                            .replace("\0", "${java}")
                            .replace(Launch.PORT, "${port}")
                            .replace("\2", "${remote-port}"))));
    if (!start.jdk().equals(Jdk.current())) {
      lines.add("    jdk: " + quoted(start.jdk().home().toString()));
    }
    if (!start.folder().equals(file.getParent())) {
      lines.add("    folder: " + quoted(start.folder().toString()));
    }
    lines.add("    health: " + quoted(escaped(endpoints.health())));
    Map<String, String> environment = new TreeMap<>(arm.threads().environment());
    if (!environment.isEmpty()) {
      lines.add(
          "    environment: "
              + environment.entrySet().stream()
                  .map(variable -> variable.getKey() + ": " + variable.getValue())
                  .collect(Collectors.joining(", ", "{", "}")));
    }
    lines.add("    ready-within: 120s");
  }

  private static void request(JarEndpoint request, List<String> lines) {
    lines.add("    - path: " + quoted(request.path()));
    if (!request.method().equals("GET")) {
      lines.add("      method: " + request.method());
    }
    if (!request.body().isEmpty()) {
      lines.add("      body: " + quoted(request.body()));
      if (request.isJson()) {
        lines.add("      headers: {content-type: application/json}");
      }
    }
  }

  /** Two dollar signs before a brace are one. */
  private static String escaped(String text) {
    return text.replace("${", "$${");
  }

  /** A text in single quotes, in which only the quote has a meaning. */
  private static String quoted(String text) {
    return "'" + text.replace("'", "''").replaceAll("\\p{Cntrl}", " ") + "'";
  }
}
