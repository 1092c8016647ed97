package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** A run's files in the store of a folder. */
final class StoredFiles {
  private static final ObjectMapper JSON = new ObjectMapper();

  private StoredFiles() {}

  static JsonNode json(String text) {
    return JSON.readTree(text);
  }

  static JsonNode json(Path file) throws IOException {
    return JSON.readTree(Files.readString(file));
  }

  /** The run folders, in the order of their names. */
  static List<Path> runs(Path folder) throws IOException {
    Path store = folder.resolve(".foliot");
    return Files.isDirectory(store) ? list(store) : List.of();
  }

  static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.sorted().toList();
    }
  }
}
