package dev.foliot.checks.endtoend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The libraries that users embed, as the build made them. */
final class Libraries {
  /** The modules, each with a class that users call. */
  static final Map<String, String> CLASSES =
      Map.of(
          "text", "dev.foliot.text.Reason",
          "stats", "dev.foliot.stats.Range",
          "bench", "dev.foliot.bench.BenchTask",
          "pool", "dev.foliot.pool.AdaptivePool",
          "pool-micrometer", "dev.foliot.pool.micrometer.AdaptivePoolMetrics",
          "pool-spring-boot-starter", "dev.foliot.pool.spring.boot.starter.AdaptivePoolCustomizer",
          "junit", "dev.foliot.junit.LatencyAssertions",
          "load-java", "dev.foliot.load.java.LoadTest",
          "jlbh", "net.openhft.chronicle.jlbh.JLBH");

  static final List<String> MODULES = CLASSES.keySet().stream().sorted().toList();

  /** The plug-in of Maven, which no program has on its class path. */
  static final String MAVEN_PLUGIN = "maven-plugin";

  private static final Pattern VERSION = Pattern.compile("(?m)^ {2}<version>(.+)</version>$");

  private Libraries() {}

  /** The version of all of them. */
  static String version() throws IOException {
    Matcher matcher = VERSION.matcher(Files.readString(FoliotProcess.inTree("pom.xml")));
    if (!matcher.find()) {
      throw new IllegalStateException("pom.xml has no version");
    }
    return matcher.group(1);
  }

  /** The jar of a module. */
  static Path jar(String module) throws IOException {
    return FoliotProcess.inTree(module)
        .resolve("target")
        .resolve("foliot-" + module + "-" + version() + ".jar");
  }

  /** The jars of others that they need, from the class path of {@code ./foliot}. */
  static List<Path> needed() throws IOException {
    return StoredFiles.list(FoliotProcess.inTree("cli/target/dist/lib")).stream()
        .filter(file -> file.getFileName().toString().matches("(HdrHistogram|commons-).*\\.jar"))
        .toList();
  }

  /** Lays out a Maven repository of them, with the BOM and the parent. */
  static Path repository(Path folder) throws IOException {
    put(folder, "foliot", FoliotProcess.inTree("pom.xml"), ".pom");
    put(folder, "foliot-bom", FoliotProcess.inTree("bom/pom.xml"), ".pom");
    for (String module : Stream.concat(MODULES.stream(), Stream.of(MAVEN_PLUGIN)).toList()) {
      put(folder, "foliot-" + module, FoliotProcess.inTree(module + "/pom.xml"), ".pom");
      put(folder, "foliot-" + module, jar(module), ".jar");
    }
    return folder;
  }

  private static void put(Path repository, String artifact, Path file, String ending)
      throws IOException {
    Path folder = repository.resolve("dev/foliot").resolve(artifact).resolve(version());
    Files.createDirectories(folder);
    Files.copy(file, folder.resolve(artifact + "-" + version() + ending));
  }
}
