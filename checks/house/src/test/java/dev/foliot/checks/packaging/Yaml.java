package dev.foliot.checks.packaging;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** A YAML file of the repository. */
final class Yaml {
  private Yaml() {}

  static Map<String, Object> read(String path) throws IOException {
    LoadSettings settings = LoadSettings.builder().setLabel(path).build();
    return map(new Load(settings).loadFromString(Files.readString(Pom.ROOT.resolve(path))));
  }

  /** A mapping; an empty one for null. */
  @SuppressWarnings("unchecked") // keys of these files are texts
  static Map<String, Object> map(@Nullable Object value) {
    return value == null ? Map.of() : (Map<String, Object>) value;
  }

  @SuppressWarnings("unchecked") // each of these sequences is of mappings
  static List<Map<String, Object>> maps(@Nullable Object value) {
    return value == null ? List.of() : (List<Map<String, Object>>) value;
  }

  static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }
}
