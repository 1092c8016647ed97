package dev.foliot.study.framework;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.foliot.text.FoliotException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a jar is, by its manifest and its entries; {@code checks/frameworks} has real ones. */
class ServiceAppTest {
  private static final String ANNOTATION = "Lio/smallrye/common/annotation/RunOnVirtualThread;";

  @TempDir Path folder;

  private MadeUpJar jar() {
    return new MadeUpJar(folder.resolve("app.jar")).with("Main-Class", "shop.Shop");
  }

  private ServiceApp of(Path file, String... args) {
    return ServiceApp.of(
        new AppRequest(
            "--jar",
            file,
            Optional.empty(),
            folder.resolve("base"),
            folder,
            List.of(),
            List.of(args),
            Map.of()));
  }

  private static String why(ServiceApp app) {
    assertThat(app.switching()).isInstanceOf(Switching.Never.class);
    return ((Switching.Never) app.switching()).why();
  }

  @Test
  void shouldKnowARepackagedJarByItsManifest() throws IOException {
    Path file = jar().with("Spring-Boot-Version", "3.5.7").write("BOOT-INF/classes/");

    ServiceApp app = of(file);

    assertThat(app.framework()).isEqualTo("Spring Boot 3.5.7");
    assertThat(app.launch().program()).containsExactly("-jar", file.toString());
    assertThat(app.switching())
        .isEqualTo(
            new Switching.By(
                ThreadWords.ofVariable(SpringBoot.SWITCH, "false"),
                ThreadWords.ofVariable(SpringBoot.SWITCH, "true")));
  }

  @Test
  void shouldKnowAThinJarByItsClassPath() throws IOException {
    Path file =
        jar()
            .with("Class-Path", "lib/spring-boot-autoconfigure-4.1.2.jar lib/spring-boot-4.1.2.jar")
            .write();

    assertThat(of(file).framework()).isEqualTo("Spring Boot 4.1.2");
  }

  @Test
  void shouldKnowAJarByTheJarsInIt() throws IOException {
    Path file =
        jar()
            .write(
                "BOOT-INF/lib/spring-boot-autoconfigure-3.4.0.jar",
                "BOOT-INF/lib/spring-boot-3.4.0.jar");

    assertThat(of(file).framework()).isEqualTo("Spring Boot 3.4.0");
  }

  @Test
  void shouldStartAnExecutableWarByItself() throws IOException {
    Path file = jar().with("Spring-Boot-Version", "3.5.7").write("WEB-INF/classes/");

    assertThat(of(file).framework()).isEqualTo("Spring Boot 3.5.7");
  }

  @ParameterizedTest
  @CsvSource({"2.7.18", "3.1.12"})
  void shouldRefuseASpringBootWithoutTheSwitch(String version) throws IOException {
    Path file = jar().with("Spring-Boot-Version", version).write();

    assertThatThrownBy(() -> of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessage(
            "--jar: app.jar has Spring Boot "
                + version
                + ", and 3.2 is the first with a switch for virtual threads: build it with a later"
                + " one");
  }

  @Test
  void shouldKnowAFastJarOfQuarkusWithAnnotatedMethods() throws IOException {
    new MadeUpJar(folder.resolve("app/shop-1.0.jar"))
        .withText("application.properties", "quarkus.http.root-path=/shop/")
        .withText("shop/Shop.class", "\u0001" + ANNOTATION)
        .write();
    Path file =
        new MadeUpJar(folder.resolve("quarkus-run.jar"))
            .with("Main-Class", "io.quarkus.bootstrap.runner.QuarkusEntryPoint")
            .with("Class-Path", "lib/boot/io.quarkus.quarkus-bootstrap-runner-3.30.5.jar")
            .write();

    ServiceApp app = of(file);

    assertThat(app.framework()).isEqualTo("Quarkus 3.30.5");
    assertThat(why(app)).contains("build it a second time with", "--platform-jar");
    assertThat(app.launch().jvm()).contains("-Dquarkus.http.port=" + Launch.PORT);
    assertThat(app.probes().contexts()).containsExactly("/shop", "");
    assertThat(app.probes().health()).containsExactly("/q/health", "/health");
  }

  /** An uber jar has the annotation itself, and classes that look for it. */
  @Test
  void shouldSayWhatToWriteWhereNoMethodOfQuarkusHasVirtualThreads() throws IOException {
    Path file =
        jar()
            .with("Main-Class", "io.quarkus.runner.GeneratedMain")
            .withText("io/quarkus/vertx/Dispatcher.class", ANNOTATION)
            .withText("META-INF/maven/io.quarkus/quarkus-core/pom.properties", "version=3.30.5\n")
            .write("shop/Shop.class");

    ServiceApp app = of(file);

    assertThat(app.framework()).isEqualTo("Quarkus 3.30.5");
    assertThat(why(app)).contains("and none has: annotate the methods");
  }

  @ParameterizedTest
  @CsvSource({
    "4.2.0, since 4 serves each request on a virtual thread",
    "3.2.10, serves on platform threads and has no switch"
  })
  void shouldSayWhichThreadsHelidonHas(String version, String said) throws IOException {
    Path file = jar().with("Class-Path", "libs/helidon-webserver-" + version + ".jar").write();

    assertThat(of(file).framework()).isEqualTo("Helidon " + version);
    assertThat(why(of(file))).contains(said, "--platform-jar");
  }

  @Test
  void shouldSwitchTheExecutorsOfMicronaut() throws IOException {
    Path file =
        jar()
            .withText(
                "META-INF/maven/io.micronaut/micronaut-core/pom.properties", "version=4.10.12\n")
            .withText(
                "application.yml",
                """
                micronaut:
                  server:
                    context-path: ${BASE:/shop}
                  executors:
                    io: {type: fixed, n-threads: 50}
                """)
            .write("io/micronaut/runtime/Micronaut.class");

    ServiceApp app = of(file);

    assertThat(app.framework()).isEqualTo("Micronaut 4.10.12");
    assertThat(app.probes().contexts()).containsExactly("/shop", "");
    Switching.By by = (Switching.By) app.switching();
    // the executor that it configures keeps its type
    assertThat(by.platform().jvm())
        .containsExactly(
            "-Dmicronaut.executors.blocking.virtual=false",
            "-Dmicronaut.executors.blocking.type=cached",
            "-Dmicronaut.executors.io.virtual=false");
    assertThat(by.virtual().jvm())
        .contains(
            "-Dmicronaut.executors.blocking.virtual=true",
            "-Dmicronaut.executors.blocking.type=thread_per_task");
    assertThat(app.launch().jvm()).contains("-Dmicronaut.server.thread-selection=AUTO");
  }

  @Test
  void shouldRefuseAMicronautWithoutVirtualThreads() throws IOException {
    Path file = jar().with("Class-Path", "libs/micronaut-core-3.9.3.jar").write();

    assertThatThrownBy(() -> of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has Micronaut 3.9.3, and 4 is the first whose executors");
  }

  @Test
  void shouldSayHowAnotherProgramIsPlayed() throws IOException {
    Path file = jar().write();

    assertThatThrownBy(() -> of(file))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith(
            "--jar: app.jar is of no framework that Foliot knows: write a study file");
  }

  @Test
  void shouldRefuseALibrary() throws IOException {
    MadeUpJar library = new MadeUpJar(folder.resolve("app.jar"));

    assertThatThrownBy(() -> of(library.write()))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--jar: app.jar has no main class: write a study file");
    assertThatThrownBy(() -> of(library.write("BOOT-INF/lib/spring-boot-3.4.0.jar")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("has Spring Boot and no main class: name the jar that java -jar");
  }

  @Test
  void shouldRefuseWhatIsNoJar() throws IOException {
    Path text = Files.writeString(folder.resolve("app.jar"), "no jar");

    assertThatThrownBy(() -> of(text))
        .isInstanceOf(FoliotException.class)
        .hasMessageStartingWith("--jar: app.jar is no readable jar (")
        .hasMessageEndingWith("): name a service's jar or war");
    assertThatThrownBy(() -> of(folder.resolve("none.jar")))
        .isInstanceOf(FoliotException.class)
        .hasMessageContaining("there is no file")
        .hasMessageEndingWith("none.jar: name a service's jar or war");
  }

  /** What counts most comes first; which profile is active is not known. */
  @Test
  void shouldFindContextPathsWhereverTheyAreSet() throws IOException {
    Files.writeString(
        folder.resolve("application.properties"), "server.servlet.contextPath = /beside/\n");
    Path file =
        jar()
            .with("Spring-Boot-Version", "3.5.7")
            .withText(
                "BOOT-INF/classes/application-prod.yml",
                "server.servlet.context-path: /prod\n---\nspring.webflux.base-path: flux\n")
            .withText(
                "BOOT-INF/classes/application.properties",
                "server.servlet.context-path=/inside\nspring.mvc.servlet.path=/api\n")
            .write();

    assertThat(of(file, "--server.servlet.context-path=/told").probes().contexts())
        .containsExactly(
            "/told/api",
            "/told",
            "/beside/api",
            "/beside",
            "/inside/api",
            "/inside",
            "/prod/api",
            "/prod",
            "/flux/api",
            "/flux",
            "/api",
            "");
  }
}
