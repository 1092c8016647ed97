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

  /** The number of files of larger packages. None may grow, and none may be added. */
  private static final Map<String, Integer> LARGER =
      Map.ofEntries(
          Map.entry("dev.foliot.bench", 69),
          Map.entry("dev.foliot.cli", 68),
          Map.entry("dev.foliot.fleet", 78),
          Map.entry("dev.foliot.pool", 50),
          Map.entry("dev.foliot.stats", 51),
          Map.entry("dev.foliot.store", 41),
          Map.entry("dev.foliot.study", 47));

  @Test
  void shouldHaveAtMostFortyFilesInAPackage() throws IOException {
    assertThat(sizes())
        .allSatisfy((name, files) ->
            assertThat(files)
                .as("files of %s", name)
                .isLessThanOrEqualTo(LARGER.getOrDefault(name, MOST)));
  }

  @Test
  void shouldListNoPackageThatHasBecomeSmallEnough() throws IOException {
    Map<String, Integer> sizes = sizes();

    assertThat(LARGER.keySet())
        .allSatisfy(name ->
            assertThat(sizes.getOrDefault(name, 0))
                .as("files of %s, to be struck from the list", name)
                .isGreaterThan(MOST));
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
