package dev.foliot.store;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The names in a folder. */
final class Listing {
  private Listing() {}

  static List<String> names(Path folder) throws IOException {
    List<String> names = new ArrayList<>();
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder)) {
      for (Path entry : entries) {
        names.add(String.valueOf(entry.getFileName()));
      }
    } catch (DirectoryIteratorException e) {
      throw new IOException("the folder cannot be listed", e.getCause());
    }
    return names;
  }
}
