package dev.foliot.study.jar;

import dev.foliot.study.framework.Probes.Form;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The paths that a GET reaches, in the lists that frameworks make of them. Pure. */
final class ListedPaths {
  /** {@code {[/books/{id}],method=[GET],produces=[application/json]}}, or a pattern in braces. */
  private static final Pattern ROUTE =
      Pattern.compile("\\{\\[?(/[^\\]]*?)]?(?:,method=\\[([A-Z]+)].*)?}");

  private ListedPaths() {}

  /** Those of a list in JSON. */
  static Set<String> in(Map<?, ?> json, Form form) {
    Set<String> paths = new TreeSet<>();
    switch (form) {
      case ACTUATOR -> mapped(json, paths);
      case OPEN_API -> documented(json, paths);
      case ROUTES -> routed(json, paths);
    }
    return paths;
  }

  /** Walks to {@code requestMappingConditions}, wherever the kind of server has them. */
  private static void mapped(Object node, Set<String> paths) {
    switch (node) {
      case Map<?, ?> map -> {
        if (map.get("requestMappingConditions") instanceof Map<?, ?> conditions
            && conditions.get("methods") instanceof List<?> methods
            && conditions.get("patterns") instanceof List<?> patterns
            && (methods.isEmpty() || methods.contains("GET"))) {
          patterns.forEach(pattern -> paths.add(String.valueOf(pattern)));
        }
        map.values().stream().filter(value -> value != null).forEach(v -> mapped(v, paths));
      }
      case List<?> list ->
          list.stream().filter(value -> value != null).forEach(v -> mapped(v, paths));
      default -> {}
    }
  }

  private static void documented(Map<?, ?> json, Set<String> paths) {
    if (json.get("paths") instanceof Map<?, ?> all) {
      all.forEach((path, methods) -> {
        if (methods instanceof Map<?, ?> map && map.containsKey("get")) {
          paths.add(String.valueOf(path));
        }
      });
    }
  }

  private static void routed(Map<?, ?> json, Set<String> paths) {
    for (Object key : json.keySet()) {
      Matcher route = ROUTE.matcher(String.valueOf(key));
      if (route.matches() && (route.group(2) == null || route.group(2).equals("GET"))) {
        paths.add(route.group(1));
      }
    }
  }

  /** The paths of the servers that an OpenAPI document names, without a slash at the end. */
  static List<String> servers(Map<?, ?> json) {
    return json.get("servers") instanceof List<?> servers
        ? servers.stream()
            .filter(Map.class::isInstance)
            .map(server -> String.valueOf(((Map<?, ?>) server).get("url")))
            .map(ListedPaths::path)
            .filter(path -> !path.isEmpty())
            .distinct()
            .toList()
        : List.of();
  }

  private static String path(String url) {
    try {
      String path = URI.create(url).getPath();
      return path == null ? "" : path.replaceAll("/+$", "");
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
