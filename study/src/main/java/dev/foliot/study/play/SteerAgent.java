package dev.foliot.study.play;

import dev.foliot.service.ClassPath;
import dev.foliot.text.Shown;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The agent that steers classes, as an arm's option. It is module {@code steer}, and does not run
 * in this process.
 *
 * @param jar its path
 */
public record SteerAgent(Path jar) {
  private static final String AGENT = "dev.foliot.steer.Agent";
  private static final int LONGEST = 1 << 16;
  private static final int LONGEST_REASON = 300;
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  /** The agent on the class path of this JVM. */
  static Optional<SteerAgent> here() {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator, -1);
    return on(new ClassPath(Stream.of(entries).map(Path::of).toList()));
  }

  /** The agent on a class path; empty if missing, or in a folder, which no JVM accepts. */
  public static Optional<SteerAgent> on(ClassPath classPath) {
    return classPath.entries().stream()
        .filter(Files::isRegularFile)
        .filter(SteerAgent::isIt)
        .findFirst()
        .map(SteerAgent::new);
  }

  private static boolean isIt(Path file) {
    try (JarFile jar = new JarFile(file.toFile())) {
      return jar.getManifest() != null
          && AGENT.equals(jar.getManifest().getMainAttributes().getValue("Premain-Class"));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The JVM's argument.
   *
   * @param className as {@link Class#getName()} gives it
   * @param place the target offset in a cache line, in bytes
   * @param told the agent's output file
   */
  public String argument(String className, int place, Path told) {
    return "-javaagent:" + jar + "=class=" + className + ",offset=" + place + ",told=" + told;
  }

  /** The agent's report on a class; with two loaders the last one. */
  public static String said(Path told) {
    String said = "nothing";
    try {
      if (!Files.exists(told)) {
        return said;
      }
      byte[] bytes;
      try (var in = Files.newInputStream(told)) {
        bytes = in.readNBytes(LONGEST);
      }
      for (String line : new String(bytes, StandardCharsets.UTF_8).split("\n", -1)) {
        if (!line.isBlank()) {
          said = words(MAPPER.readTree(line));
        }
      }
      return said;
    } catch (IOException | JacksonException e) {
      return "nothing that can be read (" + Shown.text(e.getMessage(), LONGEST_REASON) + ")";
    }
  }

  private static String words(JsonNode one) {
    if (one.path("landed").asBoolean(false)) {
      return "at "
          + one.path("offset").asInt(-1)
          + " after "
          + one.path("fillers").asInt(0)
          + " fillers";
    }
    String reason = Shown.text(one.path("reason").asString(""), LONGEST_REASON);
    return one.path("offset").isMissingNode()
        ? reason
        : "at " + one.path("offset").asInt(-1) + ": " + reason;
  }
}
