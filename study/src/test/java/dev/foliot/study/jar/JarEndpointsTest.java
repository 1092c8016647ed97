package dev.foliot.study.jar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.bench.NanoClock;
import dev.foliot.service.Jdk;
import dev.foliot.study.framework.AppRequest;
import dev.foliot.study.framework.MadeUpJar;
import dev.foliot.study.framework.ServiceApp;
import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that takes Spring Boot's words is started and asked; Spring Boot itself end to end. */
class JarEndpointsTest {
  private static final long READY_NS = 60_000_000_000L;

  @TempDir Path folder;

  private JarEndpoints found(String kind, String... told)
      throws IOException, InterruptedException, URISyntaxException {
    return found(kind, NanoClock.system(), told);
  }

  private JarEndpoints found(String kind, NanoClock clock, String... told)
      throws IOException, InterruptedException, URISyntaxException {
    URI classes = MadeUpService.class.getProtectionDomain().getCodeSource().getLocation().toURI();
    Path jar =
        new MadeUpJar(folder.resolve("app.jar"))
            .with("Main-Class", MadeUpService.class.getName())
            .with("Class-Path", classes.toString())
            .with("Spring-Boot-Version", "3.5.7")
            .write();
    JarStart start =
        new JarStart(
            ServiceApp.of(
                new AppRequest(
                    "--jar",
                    jar,
                    Optional.empty(),
                    folder.resolve("base"),
                    folder,
                    List.of(),
                    List.of(kind, "--server.servlet.context-path=/shop"),
                    Map.of())),
            Optional.empty(),
            Jdk.current(),
            List.of("-XX:TieredStopAtLevel=1"),
            List.of(kind),
            Optional.empty(),
            folder);
    return JarEndpoints.of(
        start, Stream.of(told).map(JarEndpoint::parse).toList(), log(), READY_NS, clock);
  }

  private Path log() {
    return folder.resolve("service.log");
  }

  /** A clock that stands still until the service has printed something, and then is too late. */
  private NanoClock lateOnce(String printed) {
    return () -> {
      try {
        return Files.exists(log()) && Files.readString(log()).contains(printed) ? 2 * READY_NS : 0;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    };
  }

  @AfterEach
  void shouldLeaveNoProcess() {
    assertThat(
            ProcessHandle.current()
                .descendants()
                .filter(child ->
                    child.info().arguments().stream()
                        .flatMap(Stream::of)
                        .anyMatch("app.jar"::equals)))
        .isEmpty();
  }

  /** A variable is 1; what fails, streams or changes something is left out. */
  @Test
  void shouldTakeWhatTheActuatorMapsAndAGetReaches() throws Exception {
    JarEndpoints found = found("mapped");

    assertThat(found)
        .isEqualTo(
            new JarEndpoints(
                "/actuator/health",
                List.of(JarEndpoint.get("/items"), JarEndpoint.get("/orders/1")),
                JarEndpoints.Source.listed("/actuator/mappings")));
    assertThat(found.words()).isEqualTo("GET /items, GET /orders/1 (found by /actuator/mappings)");
  }

  @Test
  void shouldTakeWhatAnOpenApiDocumentLists() throws Exception {
    assertThat(found("documented"))
        .isEqualTo(
            new JarEndpoints(
                "/orders/1",
                List.of(JarEndpoint.get("/orders/1")),
                JarEndpoints.Source.listed("/v3/api-docs")));
  }

  @Test
  void shouldTakeTheRootWhereNothingIsListed() throws Exception {
    assertThat(found("bare"))
        .isEqualTo(new JarEndpoints("/", List.of(JarEndpoint.get("/")), JarEndpoints.Source.ROOT));
  }

  /** Where its configuration says so: a path is taken as it is named, else below that. */
  @Test
  void shouldSearchBelowAContextPath() throws Exception {
    assertThat(found("below"))
        .isEqualTo(
            new JarEndpoints(
                "/shop/actuator/health",
                List.of(JarEndpoint.get("/shop/items"), JarEndpoint.get("/shop/orders/1")),
                JarEndpoints.Source.listed("/shop/actuator/mappings")));
    assertThat(found("below", "/items", "/shop/orders/1").requests())
        .containsExactly(JarEndpoint.get("/shop/items"), JarEndpoint.get("/shop/orders/1"));
  }

  /** The document names its server, and its paths are below that. */
  @Test
  void shouldSearchBelowTheServerOfAnOpenApiDocument() throws Exception {
    assertThat(found("served").requests()).containsExactly(JarEndpoint.get("/base/orders/1"));
  }

  @Test
  void shouldTakeWhatIsAskedFor() throws Exception {
    assertThat(found("mapped", "POST /pay {}", "/orders/1").requests())
        .containsExactly(new JarEndpoint("POST", "/pay", "{}"), JarEndpoint.get("/orders/1"));
    assertThatThrownBy(() -> found("mapped", "/items", "/none", "/broken"))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--endpoint: GET /none answers 404, GET /broken answers 500: name one that it answers"
                + " with 200 to 299");
  }

  @Test
  void shouldSayWhatWasAnsweredWhereNothingCanBeMeasured() {
    assertThatThrownBy(() -> found("nothing"))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "app.jar has no endpoint that a GET alone reaches (GET /shop/ answers 404, GET /"
                + " answers 404): name one, as in --endpoint /orders/1");
  }

  @Test
  void shouldShowTheEndOfTheOutputOfAProgramThatEnds() {
    assertThatThrownBy(() -> found("ends"))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "app.jar: it ended before it was ready: exit code 1; the end of its output: Failed to"
                + " configure a DataSource");
  }

  @Test
  void shouldSayWhatAnIllServiceAnswers() {
    assertThatThrownBy(() -> found("ill", lateOnce("asked")))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith(
            "app.jar does not get well: /actuator/health answers 503 ({\"status\":\"DOWN\"}): ")
        .hasMessageContaining("the end of its output: serves at ");
  }

  @Test
  void shouldSayThatAProgramIgnoresItsPort() {
    assertThatThrownBy(() -> found("elsewhere", lateOnce("serves at ")))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("app.jar: not ready after 60 s, nothing accepts connections at ")
        .hasMessageContaining("the end of its output: serves at ")
        .hasMessageEndingWith(
            ". A program that chooses its port itself needs a study file with its port");
  }
}
