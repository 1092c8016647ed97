package dev.foliot.cli.bench;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchParams;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Suggestions;
import dev.foliot.cli.screen.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The values of a task's parameters. */
final class ParamOptions {
  @Option(
      names = "--param",
      paramLabel = "NAME=VALUE[,VALUE...]",
      description =
          "Values of a field with @BenchParam; each combination has forks of its own. May be"
              + " repeated.")
  private List<String> params = new ArrayList<>();

  /**
   * Each combination of values; one empty combination of a task without parameters.
   *
   * @throws BadOptionException if a parameter is unknown, or a value is missing or wrong
   */
  List<Map<String, String>> combinations(BenchParams known) {
    return combinations(known, List.of());
  }

  /**
   * The same of one of several tasks.
   *
   * @param others the parameters of all of them: a value for another one is passed over
   */
  List<Map<String, String>> combinations(BenchParams known, List<String> others) {
    Map<String, List<String>> given = given();
    given.keySet().removeIf(name -> !known.names().contains(name) && others.contains(name));
    for (String name : given.keySet()) {
      List<String> near = Suggestions.of(name, known.names());
      if (!known.names().contains(name) && !near.isEmpty()) {
        throw new BadOptionException(
            "unknown parameter '" + Words.shown(name) + "'" + Foliot.instead(near));
      }
    }
    return known.combinations(given);
  }

  private Map<String, List<String>> given() {
    Map<String, List<String>> given = new LinkedHashMap<>();
    for (String param : params) {
      int equals = param.indexOf('=');
      if (equals < 1) {
        throw new BadOptionException(
            "--param '" + Words.shown(param) + "' has no value: write NAME=VALUE, as in size=1,64");
      }
      String name = param.substring(0, equals);
      List<String> values = List.of(param.substring(equals + 1).split(",", -1));
      if (values.contains("")) {
        throw new BadOptionException(
            "--param '" + Words.shown(param) + "' lacks a value: write it as in size=1,64");
      }
      if (given.put(name, values) != null) {
        throw new BadOptionException(
            "--param "
                + Words.shown(name)
                + " is there twice: give all its values at once, as in size=1,64");
      }
    }
    return given;
  }
}
