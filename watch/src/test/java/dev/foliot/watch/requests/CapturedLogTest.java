package dev.foliot.watch.requests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Access logs that real servers wrote: {@code checks/servers/capture.sh} makes them. */
class CapturedLogTest {
  private static final Path FOLDER = Path.of("src/test/resources/access-logs");
  private static final long MS = 1_000_000;

  static Stream<Path> captures() throws IOException {
    try (Stream<Path> all = Files.list(FOLDER)) {
      return all.sorted().toList().stream();
    }
  }

  private static List<String> comments(List<String> lines, String name) {
    String start = "# " + name + " ";
    return lines.stream()
        .filter(line -> line.startsWith(start))
        .map(line -> line.substring(start.length()))
        .toList();
  }

  /** A log without a zone is in this machine's. It was captured in UTC. */
  private static long here(AccessRequest request, AccessFormat format) {
    boolean hasZone = format != FixedFormat.HAPROXY;
    Instant start = Instant.ofEpochSecond(0, request.startNs());
    return hasZone
        ? request.startNs()
        : request.startNs()
            + ZoneId.systemDefault().getRules().getOffset(start).getTotalSeconds() * 1_000L * MS;
  }

  @ParameterizedTest
  @MethodSource("captures")
  void shouldReadWhatTheServerWrote(Path capture) throws IOException {
    List<String> all = Files.readAllLines(capture);
    AccessFormat format = AccessFormat.of(comments(all, "format").getFirst());
    List<String> lines = all.stream().filter(line -> !line.startsWith("# ")).toList();
    List<String> seen = comments(all, "seen");
    assertThat(lines).hasSize(3);
    for (int i = 0; i < seen.size(); i++) {
      String line = lines.get(i);
      AccessRequest request = format.parse(line).orElseThrow(() -> new AssertionError(line));
      String[] times = seen.get(i).split(" ", 2);
      long fromNs = Long.parseLong(times[0]) * MS;
      long toNs = (Long.parseLong(times[1]) + 1) * MS;
      assertThat(request.route()).as(line).startsWith(i == 0 ? "GET /orders/{id}" : "GET /items");
      assertThat(request.status()).as(line).isEqualTo(i == 0 ? 503 : 200);
      assertThat(request.lengthNs())
          .as(line)
          .isBetween(i == 0 ? 2_490 * MS : 0, toNs - fromNs + MS);
      assertThat(here(request, format))
          .as(line)
          .isBetween(
              fromNs - request.errorNs() - MS, toNs - request.lengthNs() + request.errorNs() + MS);
    }
  }

  /** These say by themselves what they are. */
  @Test
  void shouldKnowEnvoyAndHaproxyByTheirLines() throws IOException {
    for (Path capture : captures().toList()) {
      List<String> lines =
          Files.readAllLines(capture).stream().filter(line -> !line.startsWith("# ")).toList();
      Optional<AccessFormat> known = AccessFormat.of(lines);
      String name = capture.getFileName().toString();
      if (name.startsWith("envoy") || name.startsWith("haproxy")) {
        assertThat(known.orElseThrow().label()).isEqualTo(name.replaceFirst("[-.].*", ""));
      } else {
        assertThat(known).isEmpty();
      }
    }
  }
}
