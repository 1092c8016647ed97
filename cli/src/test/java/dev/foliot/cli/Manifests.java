package dev.foliot.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads units of systemd and manifests of Kubernetes. */
final class Manifests {
  private Manifests() {}

  /** The words of a unit's command, without the program. */
  static List<String> executed(String unit) {
    String line =
        unit.lines().filter(one -> one.startsWith("ExecStart=")).findFirst().orElseThrow();
    List<String> words = new ArrayList<>();
    Matcher word = Pattern.compile("'([^']*)'|(\\S+)").matcher(line);
    while (word.find()) {
      words.add(word.group(1) != null ? word.group(1) : word.group(2));
    }
    return words.subList(1, words.size());
  }

  /** A document. */
  static Object document(String yaml) {
    return Objects.requireNonNull(
        new Load(LoadSettings.builder().build()).loadFromString(yaml), "no YAML");
  }

  /**
   * A container of a pod.
   *
   * @param path to the template of the pod
   */
  static Object container(String yaml, String name, String... path) {
    Object node = document(yaml);
    for (String key : path) {
      node = field(node, key);
    }
    for (String key : List.of("template", "spec", "containers")) {
      node = field(node, key);
    }
    return ((List<?>) node)
        .stream()
            .map(Objects::requireNonNull)
            .filter(container -> field(container, "name").equals(name))
            .findFirst()
            .orElseThrow();
  }

  /** The arguments of such a container. */
  static List<String> arguments(String yaml, String name, String... path) {
    List<?> words = (List<?>) field(container(yaml, name, path), "args");
    return words.stream().map(String::valueOf).toList();
  }

  /** A field of a mapping. */
  static Object field(@Nullable Object node, String key) {
    return Objects.requireNonNull(((Map<?, ?>) Objects.requireNonNull(node)).get(key), key);
  }
}
