package dev.foliot.checks.house;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A package has at most 40 files, which a reader can survey. */
final class PackageSizeTest {
  private static final int MOST = 40;

  /**
   * The number of files that larger packages have today. None may grow, and none may be added;
   * where one shrinks, its number is lowered or struck.
   */
  private static final Map<String, Integer> LARGER =
      Map.ofEntries(
          Map.entry("dev.foliot.bench", 69),
          Map.entry("dev.foliot.pool", 49),
          Map.entry("dev.foliot.stats", 53),
          Map.entry("dev.foliot.store", 43));

  @Test
  void shouldHaveAtMostFortyFilesInAPackageAndNoMoreThanTodayInALargerOne() throws IOException {
    Map<String, Integer> larger = sizes();
    larger.values().removeIf(files -> files <= MOST);

    assertThat(larger).isEqualTo(LARGER);
  }

  /** The files of each package, without package-info. */
  private static Map<String, Integer> sizes() throws IOException {
    Map<String, Integer> sizes = new TreeMap<>();
    for (Module module : Module.ALL) {
      Path sources = module.folder().resolve(Path.of("src", "main", "java"));
      try (Stream<Path> files = Files.walk(sources)) {
        sizes.putAll(
            files
                .filter(file -> file.toString().endsWith(".java"))
                .filter(file -> !file.endsWith("package-info.java"))
                .collect(groupingBy(file -> name(sources, file), summingInt(file -> 1))));
      }
    }
    return sizes;
  }

  private static String name(Path sources, Path file) {
    return sources.relativize(file.getParent()).toString().replace('/', '.');
  }
}
